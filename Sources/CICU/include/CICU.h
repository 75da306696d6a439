// ICU's locale services behind a flat C face.
//
// ICU's symbols carry its version and its C face has no locale matcher, so the C++ stays in this target and Swift sees
// plain functions. They hand out nothing that has to be freed, and keep only small tables read once. All of them may
// be called on any thread.
//
// Tags go in as NUL-ended ASCII in BCP 47 spelling, bounded by the caller. Text comes out in the caller's buffer,
// not NUL-ended; the result is its length in bytes, or a negative `cicu_error`, and then the buffer's contents mean
// nothing.

#pragma once

#include <stdint.h>

#ifdef __cplusplus
#define CICU_NOEXCEPT noexcept
extern "C" {
#else
#define CICU_NOEXCEPT
#endif

/// What went wrong, as a negative result.
enum cicu_error {
    /// The tag does not parse.
    CICU_ERROR_MALFORMED = -1,
    /// The result does not fit into the buffer.
    CICU_ERROR_CAPACITY = -2,
    /// ICU failed: memory, or its data.
    CICU_ERROR_FAILED = -3,
    /// There is no such thing: no explicit parent, no match.
    CICU_ERROR_NONE = -4,
};

/// Which numbers plural rules are for.
enum cicu_plural_kind {
    /// Counts: 3 files.
    CICU_PLURAL_CARDINAL = 0,
    /// Places in an order: the 3rd file.
    CICU_PLURAL_ORDINAL = 1,
};

/// The canonical tag of `tag`: case, order of variants and extensions, deprecated subtags replaced (iw → he).
int32_t cicu_canonical_tag(const char *tag, char *buffer, int32_t capacity) CICU_NOEXCEPT;

/// `tag` with CLDR's likely script and region filled in (zh-TW → zh-Hant-TW).
int32_t cicu_maximized_tag(const char *tag, char *buffer, int32_t capacity) CICU_NOEXCEPT;

/// The parent CLDR lists for `tag` in `parentLocales`; a length of 0 is the root, CICU_ERROR_NONE an unlisted tag.
int32_t cicu_listed_parent(const char *tag, char *buffer, int32_t capacity) CICU_NOEXCEPT;

/// `tag` with the region of formats set by `-u-rg-` to `region`, two letters (en, DE → en-u-rg-dezzzz).
int32_t cicu_tag_with_format_region(const char *tag, const char *region, char *buffer, int32_t capacity) CICU_NOEXCEPT;

/// 1 if the likely script of `tag` runs from right to left, else 0, or an error.
int32_t cicu_is_right_to_left(const char *tag) CICU_NOEXCEPT;

/// The name of `tag` in the language `display_tag`, UTF-8, as it stands in a list or a menu.
int32_t cicu_display_name(const char *tag, const char *display_tag, char *buffer, int32_t capacity) CICU_NOEXCEPT;

/// The index of the best match for `wanted` among `count` tags, or an error; CICU_ERROR_NONE where nothing is near.
int32_t cicu_best_match(const char *wanted, const char *const *available, int32_t count) CICU_NOEXCEPT;

/// CLDR's plural rules of exactly `tag`: `keyword: condition;` for each category that
/// has a condition, samples left out. `kind` is a `cicu_plural_kind`; CICU_ERROR_NONE for a tag without rules.
int32_t cicu_plural_rules(const char *tag, int32_t kind, char *buffer, int32_t capacity) CICU_NOEXCEPT;

#ifdef __cplusplus
}
#endif
