import CatalogBuilder

/// As findings show a key or a value.
func quoted(_ text: some StringProtocol) -> String { Diagnostic.quoted(text) }
