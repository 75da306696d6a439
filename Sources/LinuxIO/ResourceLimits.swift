import CLinux
import Glibc

/// What a process may use at the most: `setrlimit(2)`. Nil leaves a limit as it is.
package struct ResourceLimits: Hashable, Sendable {
    /// Processor time; rounded up to whole seconds. SIGXCPU, SIGKILL when it is used up.
    package var processorTime: Duration?
    /// Bytes of virtual memory.
    package var addressSpace: Int?
    /// Bytes in one file that is written. SIGXFSZ beyond.
    package var fileSize: Int?
    /// Descriptor numbers are below this.
    package var openFiles: Int?

    package init(
        processorTime: Duration? = nil, addressSpace: Int? = nil, fileSize: Int? = nil, openFiles: Int? = nil
    ) {
        self.processorTime = processorTime
        self.addressSpace = addressSpace
        self.fileSize = fileSize
        self.openFiles = openFiles
    }

    /// The numbers of the limits that are set, and their values as the kernel takes them.
    var pairs: [(resource: Int32, value: rlim_t)] {
        var pairs: [(resource: Int32, value: rlim_t)] = []
        if let processorTime {
            let seconds = (processorTime.wholeNanoseconds + 999_999_999) / 1_000_000_000
            pairs.append((Int32(RLIMIT_CPU.rawValue), rlim_t(max(1, seconds))))
        }
        if let addressSpace { pairs.append((Int32(RLIMIT_AS.rawValue), rlim_t(addressSpace))) }
        if let fileSize { pairs.append((Int32(RLIMIT_FSIZE.rawValue), rlim_t(fileSize))) }
        if let openFiles { pairs.append((Int32(RLIMIT_NOFILE.rawValue), rlim_t(openFiles))) }
        return pairs
    }

    /// Lets this process open as many descriptors as it ever may, and gives how many that is: RLIMIT_NOFILE, the soft
    /// limit raised to the hard one.
    package static func raiseOpenFiles() throws(SystemError) -> Int {
        let resource = Int32(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        try retrying("getrlimit", "RLIMIT_NOFILE") { unsafe clinux_get_limit(resource, &limit) }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            try retrying("setrlimit", "RLIMIT_NOFILE") { unsafe clinux_set_limit(resource, &limit) }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
