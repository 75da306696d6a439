import Glibc

/// The locales of libc.
package enum SystemLocale {
    /// Whether libc can load a locale of this name, such as `hi_IN.UTF-8` (newlocale(3)). Reads files.
    package static func exists(_ name: String) -> Bool {
        let mask =
            LC_CTYPE_MASK | LC_NUMERIC_MASK | LC_TIME_MASK | LC_COLLATE_MASK | LC_MONETARY_MASK | LC_MESSAGES_MASK
        guard let locale = unsafe newlocale(mask, name, nil) else {
            return false
        }
        unsafe freelocale(locale)
        return true
    }
}
