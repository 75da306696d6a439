import LinuxIO

/// Whether nobody else can write where the socket is and what programs have mapped.
extension Examination {
    var runtimeFindings: [Finding] {
        var findings: [Finding] = []
        if let runtime = places.runtime {
            findings += directoryFindings(runtime, mode: "0755", absence: restartRemedy)
        }
        // Whoever could write where the socket lies could put an impostor's there.
        if socketDirectory != places.runtime,
            let status = Self.status(ofPath: socketDirectory)
        {
            if status.isWritableByOthers {
                findings.append(
                    .fault(
                        "\(socketDirectory), where the socket lies, can be written by others",
                        remedy: "Close it: `sudo chmod 0755 \(shellWord(socketDirectory))`."))
            }
        }
        return places.runtime == nil && findings.isEmpty
            ? [] : findings.orElse(ok: "\(places.runtime ?? socketDirectory) is in order")
    }
}
