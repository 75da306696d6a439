import CXML
import CatalogBuilder

/// Reads an XML document (https://www.w3.org/TR/xml/) into elements, by libxml2.
///
/// Files of texts need no document types, so none is read: nothing is fetched, no entity but XML's own five is known, and
/// the first declaration or unknown entity is a fault. The text is UTF-8, or UTF-16 with a mark.
struct XMLReader {
    /// What is wrong, and where.
    struct Failure: Error {
        let message: String
        let position: SourcePosition
    }

    private var cursor = PositionCursor()
    private let bytes: [UInt8]
    /// The elements that are open, the root first.
    private var open: [XMLElement] = []
    private var root: XMLElement?
    private var failure: Failure?

    /// The document's outermost element.
    static func root(of file: [UInt8]) throws(Failure) -> XMLElement {
        let text: SourceText
        do {
            text = try SourceText(file)
        } catch {
            throw Failure(message: error.message, position: error.position)
        }
        var reader = XMLReader(bytes: text.bytes)
        try reader.refuseOtherEncodings()
        reader.parse()
        if let failure = reader.failure { throw failure }
        // Without a fault there was a root.
        return reader.root!
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A file that is in another encoding than it says cannot be told from one that is not.
    private func refuseOtherEncodings() throws(Failure) {
        guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else { return }
        let declaration = String(decoding: bytes[..<end], as: UTF8.self)
        guard let name = declaration.range(of: "encoding") else { return }
        let parts = declaration[name.lowerBound...].split(omittingEmptySubsequences: false) { $0 == "\"" || $0 == "'" }
        let encoding = parts.dropFirst().first.map(String.init) ?? ""
        guard !["utf-8", "utf-16", "us-ascii"].contains(encoding.lowercased()) else { return }
        throw Failure(
            message: "the file says that it is in \(quoted(encoding)); convert it to UTF-8",
            position: SourcePosition(line: 1, column: 1))
    }

    private mutating func parse() {
        let bytes = bytes
        unsafe withUnsafeMutablePointer(to: &self) { reader in
            unsafe bytes.withUnsafeBytes { buffer in
                var events = unsafe cxml_events(
                    user: reader, start: elementStarted, end: elementEnded, text: textCame, comment: commentCame,
                    fault: faultFound)
                unsafe cxml_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, &events)
            }
        }
    }
}

// What the parser tells. The reader is the events' user, and lives longer than parsing takes.

private func elementStarted(
    _ user: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ space: UnsafePointer<CChar>?,
    _ attributes: UnsafePointer<cxml_attribute>?, _ count: Int, _ offset: Int
) {
    var values: [String: String] = [:]
    let list = unsafe UnsafeBufferPointer(start: attributes, count: count)
    for index in 0..<count {
        let attribute = unsafe list[index]
        let name = unsafe String(cString: attribute.name)
        let space = unsafe attribute.space.map { unsafe "{\(String(cString: $0))}" } ?? ""
        let value = unsafe UnsafeRawBufferPointer(start: attribute.value, count: attribute.size)
        values[space + name] = unsafe String(decoding: value, as: UTF8.self)
    }
    let name = unsafe name.map { unsafe String(cString: $0) } ?? ""
    let space = unsafe space.map { unsafe String(cString: $0) }
    unsafe user?.assumingMemoryBound(to: XMLReader.self).pointee.start(name, space, values, at: offset)
}

private func elementEnded(_ user: UnsafeMutableRawPointer?) {
    unsafe user?.assumingMemoryBound(to: XMLReader.self).pointee.end()
}

private func textCame(
    _ user: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ size: Int, _ isCDATA: Bool
) {
    let text = unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: size), as: UTF8.self)
    unsafe user?.assumingMemoryBound(to: XMLReader.self).pointee.add(text, isCDATA: isCDATA)
}

private func commentCame(_ user: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ offset: Int) {
    let text = unsafe text.map { unsafe String(cString: $0) } ?? ""
    unsafe user?.assumingMemoryBound(to: XMLReader.self).pointee.add(comment: text)
}

private func faultFound(_ user: UnsafeMutableRawPointer?, _ message: UnsafePointer<CChar>?, _ offset: Int) {
    let message = unsafe message.map { unsafe String(cString: $0) } ?? ""
    unsafe user?.assumingMemoryBound(to: XMLReader.self).pointee.fail(message, at: offset)
}

extension XMLReader {
    fileprivate mutating func start(
        _ name: String, _ space: String?, _ attributes: [String: String], at offset: Int
    ) {
        let element = XMLElement(name: name, space: space, attributes: attributes, position: position(offset))
        open.last?.append(element)
        if open.isEmpty { root = element }
        open.append(element)
    }

    fileprivate mutating func end() {
        open.removeLast()
    }

    fileprivate func add(_ text: String, isCDATA: Bool) {
        open.last?.append(text, isCDATA: isCDATA)
    }

    fileprivate func add(comment: String) {
        open.last?.append(comment: comment)
    }

    fileprivate mutating func fail(_ message: String, at offset: Int) {
        failure = Failure(message: message, position: position(offset))
    }

    private mutating func position(_ offset: Int) -> SourcePosition {
        // The cursor changes while the text is read.
        let text = bytes
        return cursor.position(ofOffset: offset, in: text.span)
    }
}
