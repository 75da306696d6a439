internal import LinuxIO

/// One descriptor for everything that a connection waits for, to be watched in any event loop.
///
/// Only made for those who ask for it: others follow changes through their lookups, and need no descriptors for it.
struct Wakeups: ~Copyable, Sendable {
    private let epoll: Epoll
    private let timer: TimerFD
    private let news: EventFD
    /// The numbers of the links that are watched. A closed descriptor leaves an epoll by itself.
    private var link: Int?
    private var opener: Int?
    private var deadline: BoottimeInstant?
    private var isPosted = false

    init() throws(SystemError) {
        let epoll = try Epoll()
        let timer = try TimerFD()
        let news = try EventFD(.signal)
        try epoll.add(timer.descriptor, for: .readable, token: 0)
        try epoll.add(news.descriptor, for: .readable, token: 0)
        self.epoll = epoll
        self.timer = timer
        self.news = news
    }

    /// Readable while there is something to process.
    var descriptor: FileDescriptor { _read { yield epoll.descriptor } }

    /// A second descriptor for the same, which may outlive this value.
    func sharedDescriptor() throws(SystemError) -> SharedFileDescriptor {
        SharedFileDescriptor(try epoll.descriptor.duplicate())
    }

    /// Watches these links from now on, and the clock for `deadline`.
    mutating func watch(
        _ link: DaemonLink?, _ opener: DaemonLink?, until deadline: BoottimeInstant?
    ) throws(SystemError) {
        self.link = try add(link, unlessIn: self.link)
        self.opener = try add(opener, unlessIn: self.opener)
        if self.deadline != deadline { try timer.set(to: deadline) }
        self.deadline = deadline
    }

    private func add(_ link: DaemonLink?, unlessIn watched: Int?) throws(SystemError) -> Int? {
        if let link, link.number != watched { try epoll.add(link.descriptor, for: .readable, token: 0) }
        return link?.number
    }

    /// Makes the descriptor readable: somebody else took in a change, or there is something else to see to.
    mutating func post() {
        news.post()
        isPosted = true
    }

    /// Takes the posts back: the event loop is looking.
    mutating func take() {
        guard isPosted else { return }
        isPosted = false
        // A signal counter has no way to fail while its descriptor is open.
        _ = try? news.take()
    }
}
