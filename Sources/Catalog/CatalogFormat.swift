// The catalog file, version 1
// ===========================
// One file holds the messages of one domain in one language. It is written once, named by its SHA-256, mapped
// read-only and read in place. All numbers are little-endian and unsigned; every section begins at a multiple of
// eight; no file reaches 4 GiB, so offsets and sizes are 32 bits wide.
//
//   header          0  magic             8 bytes: 89 'L' 'C' 'A' 'T' 0D 0A 1A
//                   8  version           u32, 1
//                  12  section count     u32, at most 64
//                  16  file size         u64, checksum included
//                  24  key seed          u64, for `KeyHash`
//                  32  longest probe     u32, 1 ... 64: no key is stored further than this from its first slot
//                  36  zero              u32
//   section table  40  for each section: id u32, zero u32, offset u32 from the file's start, size u32
//   sections           ascending and not overlapping; an unknown id is skipped
//   checksum           u64, the file's last eight bytes: `Checksum` of all bytes before them
//
// Sections (`SectionID`):
//
//   metadata        0  flags             u32: bit 0 base language, bit 1 right to left
//                   4  key count         u32
//                   8  domain, 16 language, 24 language name, 32 creator: each a text, as offset u32 and size u32
//                  40  source digest     32 bytes, SHA-256 of what the catalog was built from; zeros: not recorded
//                  72  later versions may append; a reader takes what it knows
//   plural program     how numbers select a plural category in this language: `PluralRules`
//   key slots          open addressing with linear probing. A power of two of slots, each u64: the low half is the
//                      fingerprint (the high half of the key's hash), the high half is the entry's index + 1; zero
//                      is an empty slot. A key's first slot is its hash's low half modulo the number of slots.
//   entries            24 bytes each, ascending by the key's bytes:
//                   0  key               offset u32, size u32 in the text pool
//                   8  text              offset u32, size u32 in the text pool
//                  16  kind              u8, `EntryKind`; an entry of unknown kind is a missing key
//                  17  flags             u8: bit 0 attributed (the text holds markup)
//                  18  zero              u16
//                  20  detail            u32: for a template its offset in the templates section, else zero
//   text pool          UTF-8, each text followed by a NUL that its size does not count. The pool's last byte is NUL,
//                      so that C code can never run out of it.
//   templates          for each: u32 number of specifiers, then that many `TemplateSpecifier` records of 16 bytes,
//                      ascending by their place in the entry's text. What lies between them is literal.
//   selects            variants of messages that depend on a number or a word: `SelectRecord`
//   assets             other files that belong to the language
//
// A reader checks the header and the section table when it opens the file and every offset within a section before
// it uses it. A hostile file gives an error or a missing key, never a crash and never a read outside of it.

/// The numbers that make up version 1 of the catalog file; the file's description stands at the top of this source.
package enum CatalogFormat {
    /// First bytes of every catalog. The high bit, CR LF and SUB show a file that was damaged as text.
    package static let magic: [UInt8] = [0x89, 0x4C, 0x43, 0x41, 0x54, 0x0D, 0x0A, 0x1A]
    package static let version: UInt32 = 1
    package static let headerSize = 40
    package static let sectionRecordSize = 16
    package static let maximumSectionCount = 64
    /// Bytes of the checksum that ends the file.
    package static let checksumSize = 8
    package static let alignment = 8
    /// Size of the metadata section in version 1; it may be larger.
    package static let metadataSize = 72
    package static let sourceDigestSize = 32
    package static let slotSize = 8
    package static let entrySize = 24
    /// Upper bound of the header's longest probe.
    package static let maximumProbeLength = 64
    /// Largest key in UTF-8 bytes.
    package static let maximumKeySize = 4096
    /// Largest text of one message in UTF-8 bytes.
    package static let maximumTextSize = 1 << 20
    package static let maximumMessageCount = 1_000_000
    /// How deep selects may be nested.
    package static let maximumSelectDepth = 8
    /// What a variant counts beside its text where the size of a message is bounded, in bytes.
    package static let selectCost = 64
    /// Longest language tag in bytes.
    package static let maximumLanguageSize = 127
}

/// Names a section of the catalog file.
package struct SectionID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let metadata = SectionID(rawValue: 1)
    package static let pluralProgram = SectionID(rawValue: 2)
    package static let keySlots = SectionID(rawValue: 3)
    package static let entries = SectionID(rawValue: 4)
    package static let textPool = SectionID(rawValue: 5)
    package static let templates = SectionID(rawValue: 6)
    package static let selects = SectionID(rawValue: 7)
    package static let assets = SectionID(rawValue: 8)
}

/// What an entry is evaluated as.
package enum EntryKind {
    /// Text without specifiers: the same with and without arguments.
    package static let text: UInt8 = 1
    /// Text with specifiers, which the templates section lists.
    package static let template: UInt8 = 2
}
