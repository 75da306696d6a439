import LinuxIO

/// What the command line says.
struct Options: Equatable {
    /// Path of the socket, or nil for the default.
    var address: String?
    /// The main configuration file; its drop-ins lie in a directory of the same name with `.d` behind it.
    var configuration: String?
    /// Directories with shipped texts, instead of the default one, in order of importance.
    var vendorDirectories: [String] = []
    var stateDirectory: String?
    var cacheDirectory: String?

    /// What to do instead of serving.
    enum Request: Equatable {
        case serve(Options)
        case showHelp
        case showVersion
    }

    /// A command line that cannot be understood, as a sentence.
    struct UsageError: Error, Equatable {
        var message: String
    }

    /// Reads the arguments after the program's name. `--option value` and `--option=value` are the same.
    static func parse(_ arguments: [String]) throws(UsageError) -> Request {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            var inline = parts.count == 2 ? parts[1] : nil
            func value() throws(UsageError) -> String {
                guard let value = inline.take() ?? rest.popFirst(), !value.isEmpty else {
                    throw UsageError(message: "\(parts[0]) needs a value")
                }
                return value
            }
            switch parts[0] {
            case "--address": options.address = try address(value())
            case "--config": options.configuration = try absolutePath(value())
            case "--vendor": options.vendorDirectories.append(try absolutePath(value()))
            case "--state": options.stateDirectory = try absolutePath(value())
            case "--cache": options.cacheDirectory = try absolutePath(value())
            case "--help" where inline == nil, "-h" where inline == nil: return .showHelp
            case "--version" where inline == nil: return .showVersion
            case "--help", "-h", "--version": break
            default: throw UsageError(message: "unknown argument \"\(argument)\"")
            }
            if inline != nil { throw UsageError(message: "\(parts[0]) takes no value") }
        }
        return .serve(options)
    }

    /// A Varlink address or a path.
    private static func address(_ text: String) throws(UsageError) -> String {
        guard let address = Locations.socketPath(of: text) else {
            throw UsageError(message: "\"\(text)\" is not an address: give unix: and a path")
        }
        return address
    }

    private static func absolutePath(_ path: String) throws(UsageError) -> String {
        do throws(SystemError) {
            return path.hasPrefix("/") ? path : try CurrentProcess.workingDirectory() + "/" + path
        } catch {
            throw UsageError(message: "\"\(path)\" is not an absolute path, and there is no working directory")
        }
    }

    static let help = """
        Usage: locd [OPTIONS]

        The language daemon: owns this machine's current language and its catalogs of texts, and tells every
        program that listens when the language changes.

          --address ADDRESS  socket to listen on, a path or unix:PATH
                             (default: $LOCD_ADDRESS, else /run/locd/org.locd,
                             by hand and not as root $XDG_RUNTIME_DIR/locd/org.locd)
          --config FILE      configuration, with drop-ins in FILE.d/*.conf
                             (default: /etc/locd/locd.conf over /usr/lib/locd/locd.conf)
          --vendor DIR       directory with shipped texts, DIR/DOMAIN/…; may be repeated
                             (default: /usr/share/locd/domains)
          --state DIR        where settings are kept
                             (default: $STATE_DIRECTORY, else /var/lib/locd, not as root $XDG_STATE_HOME/locd)
          --cache DIR        where catalogs are kept
                             (default: $CACHE_DIRECTORY, else /var/cache/locd, not as root $XDG_CACHE_HOME/locd)
          --help             this text
          --version          the version

        Signals: SIGHUP reads configuration and texts anew, SIGTERM and SIGINT end it.
        Exit status: 0 ended when asked to, 1 could not start or go on, 2 command line not understood.

        """
}
