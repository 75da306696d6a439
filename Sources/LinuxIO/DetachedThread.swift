import CLinux
import Glibc

/// A thread that nobody waits for.
package enum DetachedThread {
    /// Runs `body` on a thread of its own, which takes no signals and ends with it. `name` shows in /proc, at most 15
    /// bytes of it.
    package static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        pthread_detach(try startThread(name: name, body))
    }
}

/// Starts a thread with all signals blocked: they belong to the program's own threads.
func startThread(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) -> pthread_t {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(ThreadBody(name: name, body: body))
    let result = unsafe pthread_create(&thread, nil, runThread, context.toOpaque())
    guard result == 0 else {
        unsafe context.release()
        throw SystemError(call: "pthread_create", detail: name, errno: result)
    }
    return thread
}

/// What a new thread is given.
private final class ThreadBody: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

/// The thread's function: `context` is a retained `ThreadBody`.
private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // What `startThread` passed.
    let thread = unsafe Unmanaged<ThreadBody>.fromOpaque(context!).takeRetainedValue()
    // A name that is too long is an error that changes nothing; 15 bytes fit.
    _ = unsafe clinux_name_thread(String(decoding: thread.name.utf8.prefix(15), as: UTF8.self))
    thread.body()
    return nil
}
