import JSON
import LinuxIO
import LocdDaemon
import LocdInterface
import Varlink
import VarlinkTransport

/// Makes the descriptors that answers carry.
struct AttachmentOpener {
    let words: GenerationWordFiles
    let shelf: CatalogShelf

    func open(_ attachment: Attachment) throws -> SharedFileDescriptor {
        switch attachment {
        case .generationWord(let uid): SharedFileDescriptor(try words.descriptor(uid: uid))
        case .catalog(let digest): try shelf.memoryFile(digest: digest)
        case .bytes(let bytes):
            SharedFileDescriptor(try Memfd.sealed(name: "locd-export", contents: bytes.span).reopenedForReading())
        }
    }
}

/// A call of a client as the daemon sees it.
final class ServedCall: PendingCall {
    let connection: any ClientConnection
    private let server: ServerConnection
    private let call: ServiceCall
    private let opener: AttachmentOpener

    init(_ call: ServiceCall, on server: ServerConnection, as connection: ServedConnection, opener: AttachmentOpener) {
        self.call = call
        self.server = server
        self.connection = connection
        self.opener = opener
    }

    var method: String { call.method }
    var parameters: JSONElement { call.parameters }
    var wantsMore: Bool { call.mode == .more }

    func reply(_ parameters: [UInt8], continues: Bool, attachment: Attachment?) {
        let frame = SharedFrame(replyJSON: parameters, continues: continues)
        if continues { return server.replyContinues(frame) }
        guard let attachment else { return server.reply(frame) }
        do {
            server.reply(frame, descriptors: [try opener.open(attachment)])
        } catch {
            let outOfSpace = (error as? SystemError)?.isOutOfSpace ?? false
            server.fail(attachment.failure("\(error)", outOfSpace: outOfSpace))
        }
    }

    func fail(_ error: VarlinkError) {
        server.fail(error)
    }

    func beginStream(_ first: SharedFrame) {
        server.setPending(first)
    }
}
