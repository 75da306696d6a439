/// A queue in an array: takes from the front, appends at the back, both in constant time on average.
struct FIFO<Element> {
    private var storage: [Element?] = []
    private var head = 0

    var count: Int { storage.count - head }
    var isEmpty: Bool { head == storage.count }
    var first: Element? { isEmpty ? nil : storage[head] }

    mutating func append(_ element: Element) {
        storage.append(element)
    }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = storage[head].take()
        head += 1
        if head == storage.count {
            storage.removeAll(keepingCapacity: storage.capacity <= 8)
            head = 0
        } else if head >= 32, head * 2 >= storage.count {
            storage.removeSubrange(..<head)
            head = 0
        }
        return element
    }
}
