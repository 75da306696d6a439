import Catalog
import JSON
import LocdInterface
import Varlink

extension LanguageDaemon {
    func export(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(CatalogInterface.Export.self)
        try authorize(call)
        let chain = try catalogs(
            call, domain: parameters.domain, language: parameters.language, application: parameters.application)
        let language = chain.first?.metadata.language ?? ""
        let messages = Self.messages(of: chain)
        var writer = JSONWriter()
        writer.beginObject()
        for (key, text) in messages.sorted(by: { $0.key < $1.key }) {
            writer.name(key)
            writer.string(text)
        }
        writer.endObject()
        let bytes = writer.finish()
        if bytes.count <= configuration.limits.exportReplyBytes {
            call.reply(
                CatalogInterface.Export.Reply(language: language, messages: messages, descriptor: nil, size: nil))
        } else {
            call.reply(
                CatalogInterface.Export.Reply(language: language, messages: nil, descriptor: 0, size: bytes.count),
                attachment: .bytes(bytes))
        }
    }

    /// The text of every key, from the first catalog of the chain that has it.
    private static func messages(of chain: [MessageCatalog]) -> [String: String] {
        var messages: [String: String] = [:]
        for catalog in chain.reversed() {
            catalog.forEach { key, entry in
                messages[key.string] = entry.text.string
            }
        }
        return messages
    }
}
