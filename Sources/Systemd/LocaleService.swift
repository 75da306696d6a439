/// systemd-localed as it is spoken to: `org.freedesktop.locale1(5)`. It keeps the machine's locale and keyboard, is started
/// by the bus when it is asked, and ends by itself when nobody has asked for a while.
package enum LocaleService {
    private static let name = "org.freedesktop.locale1"
    private static let path = "/org/freedesktop/locale1"

    /// What the machine is set to, as the service tells it.
    package struct Properties: Hashable, Sendable {
        /// Assignments such as `LANG=hi_IN.UTF-8`, and no others than the machine's locale has.
        package var locale: [String]
        /// The keyboard of the graphical system: names of xkeyboard-config(7), the layouts and variants with commas
        /// between them; empty is the default.
        package var keyboard: Keyboard

        /// Reads the answer to `readAll`.
        ///
        /// - Throws: `malformed` when it is not what the service documents.
        package init(answer: [BusValue]) throws(BusError) {
            guard answer.count == 1, case .array(of: "{sv}", let entries) = answer[0] else {
                throw BusError(.malformed, "\(LocaleService.name) answers with something that is no set of properties")
            }
            var properties: [String: BusValue] = [:]
            for case .entry(.string(let name), .variant(let value)) in entries { properties[name] = value }
            func text(_ name: String) throws(BusError) -> String {
                guard let text = properties[name]?.text else { throw Self.wrong(name) }
                return text
            }
            guard let locale = properties["Locale"]?.texts else { throw Self.wrong("Locale") }
            self.locale = locale
            keyboard = Keyboard(
                layout: try text("X11Layout"), model: try text("X11Model"), variant: try text("X11Variant"),
                options: try text("X11Options"))
        }

        private static func wrong(_ property: String) -> BusError {
            BusError(.malformed, "\(LocaleService.name) has no \(property) of the type that it should have")
        }
    }

    /// A keyboard of the graphical system.
    package struct Keyboard: Hashable, Sendable {
        package var layout: String
        package var model: String
        package var variant: String
        package var options: String

        package init(layout: String, model: String, variant: String, options: String) {
            self.layout = layout
            self.model = model
            self.variant = variant
            self.options = options
        }
    }

    /// Reads all properties; starts the service where it is not there.
    package static let readAll = BusMethodCall(
        destination: name, path: path, interface: "org.freedesktop.DBus.Properties", member: "GetAll",
        arguments: [.string(name)])

    /// Properties changed: to be read again.
    ///
    /// The bus knows the service by its name, so the signal comes from whoever has it then, also after it ended and was
    /// started anew.
    package static let changed = BusSignal.propertiesChanged(sender: name, path: path)

    /// Sets the machine's locale to these assignments and no others: `SetLocale`.
    ///
    /// The service refuses locales that libc does not have, and so the lists of `LANGUAGE`.
    ///
    /// - Parameter asksPeople: whether polkit may ask somebody for a password.
    package static func setLocale(_ assignments: [String], asksPeople: Bool) -> BusMethodCall {
        method("SetLocale", [.strings(assignments), .boolean(asksPeople)])
    }

    /// Sets the keyboard of the graphical system, and that of the console to the nearest there is: `SetX11Keyboard`.
    ///
    /// - Parameter asksPeople: as in `setLocale`.
    package static func setKeyboard(_ keyboard: Keyboard, asksPeople: Bool) -> BusMethodCall {
        method(
            "SetX11Keyboard",
            [
                .string(keyboard.layout), .string(keyboard.model), .string(keyboard.variant),
                .string(keyboard.options), .boolean(true), .boolean(asksPeople),
            ])
    }

    private static func method(_ member: String, _ arguments: [BusValue]) -> BusMethodCall {
        BusMethodCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
    }
}
