import LanguageTags

/// Tags for tables; a table's own tags are well-formed.
func tags(_ texts: [String]) throws -> [LanguageTag] {
    try texts.map { try LanguageTag(parsing: $0) }
}
