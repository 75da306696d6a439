import CLinux

/// The variables that the process was started with, such as `LANG`.
package enum Environment {
    /// A variable's value; nil when it is not set, and in a process that has more rights than its caller:
    /// `secure_getenv(3)`.
    package static subscript(name: String) -> String? {
        guard let value = unsafe clinux_environment(name) else { return nil }
        return unsafe String(cString: value)
    }
}
