// varlink-certification [--client] --varlink=ADDRESS
//
// Server of org.varlink.certification at an address or on a socket passed as descriptor 3, or client of another's.

import Glibc  // exit(3)
import LinuxIO
import Systemd
import Varlink
import VarlinkTransport

/// Says something on standard error.
func complain(_ message: String) {
    // Where standard error is closed there is nobody to tell.
    try? StandardStream.error.writeAll(Array("varlink-certification: \(message)\n".utf8))
}

/// Says something on standard output, at once also where that is a pipe.
func announce(_ message: String) throws {
    try StandardStream.output.writeAll(Array("\(message)\n".utf8))
}

/// Serves at an address, or on the socket that was passed.
func serve(at path: String?) throws {
    let certification = try CertificationServer()
    var activation = try SocketActivation()
    if let passed = try activation.takeFirst() {
        switch passed.kind {
        case .listener: try certification.server.listen(on: UnixListener(adopting: passed.take()))
        case .connection: try certification.server.serve(UnixSocket(adopting: passed.take()))
        case .other: return complain("descriptor 3 is no Unix stream socket")
        }
    } else if let path {
        try certification.server.listen(on: UnixListener.bind(to: path, mode: 0o600))
        try announce("Listening on \(path)")
    }
    try certification.run()
}

var address: String?
var isClient = false
for argument in CommandLine.arguments.dropFirst() {
    if argument == "--client" {
        isClient = true
    } else if argument.hasPrefix("--varlink=") {
        address = String(argument.dropFirst("--varlink=".count))
    }
}
let path = address.flatMap { VarlinkAddress($0)?.path }

do {
    guard path != nil || !isClient && address == nil else {
        complain("usage: varlink-certification [--client] --varlink=unix:/PATH")
        exit(2)
    }
    if let path, isClient {
        guard try CertificationClient(path: path).run() else {
            complain("the server is not content")
            exit(1)
        }
        try announce("Certification passed")
    } else {
        try serve(at: path)
    }
} catch {
    complain("\(error)")
    exit(1)
}
