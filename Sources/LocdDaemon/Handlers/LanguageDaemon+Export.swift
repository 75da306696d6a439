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
        let language = chain.first?.catalog.metadata.language ?? ""
        let messages = Self.messages(of: chain.map(\.catalog))
        let whole = Self.reply(language: language, messages: messages)
        if whole.count <= configuration.limits.exportReplyBytes {
            call.reply(whole, continues: false, attachment: nil)
        } else {
            call.reply(
                CatalogInterface.Export.Reply(language: language, messages: nil, descriptor: 0, size: messages.count),
                attachment: .bytes(messages))
        }
    }

    /// `CatalogInterface.Export.Reply` with messages that are written already.
    private static func reply(language: String, messages: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("language")
        writer.string(language)
        writer.name("messages")
        writer.raw(messages)
        writer.endObject()
        return writer.finish()
    }

    /// A JSON object of the text of every key, from the first catalog of the chain that has it, in the keys' order.
    private static func messages(of chain: [MessageCatalog]) -> [UInt8] {
        var messages: [String: String] = [:]
        for catalog in chain.reversed() {
            catalog.forEach { key, entry in
                messages[key.string] = entry.text.string
            }
        }
        var writer = JSONWriter()
        writer.beginObject()
        for (key, text) in messages.sorted(by: { $0.key < $1.key }) {
            writer.name(key)
            writer.string(text)
        }
        writer.endObject()
        return writer.finish()
    }
}
