import LinuxIO
import LocdDaemon

/// The machine's clocks.
final class SystemClock: DaemonClock {
    var boottime: Int64 { Int64(clamping: BoottimeClock.now.nanoseconds) }
    var unix: Int64 { WallClock.nanosecondsSince1970 / 1_000_000_000 }
}
