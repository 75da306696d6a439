#include "CICU.h"

#include <unicode/bytestream.h>
#include <unicode/localematcher.h>
#include <unicode/localpointer.h>
#include <unicode/locdspnm.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>
#include <unicode/ures.h>

#include <cstring>
#include <string>
#include <unordered_map>

// Every entry point is `noexcept`: ICU reports through UErrorCode and throws nothing, and whatever else might throw
// ends the process here instead of unwinding through Swift frames.

namespace {

using icu::Locale;

/// ICU's longest locale identifier that may become a resource name (ULOC_FULLNAME_CAPACITY).
constexpr size_t maxIdentifierLength = 157;

int32_t errorOf(UErrorCode status) {
    return status == U_ILLEGAL_ARGUMENT_ERROR ? CICU_ERROR_MALFORMED : CICU_ERROR_FAILED;
}

/// Parses a whole tag. `forLanguageTag` alone takes what it understands of a tag and drops the rest without an error,
/// `zh_CN` becoming empty; such a locale is malformed here.
Locale parse(const char *tag, UErrorCode &status) {
    Locale locale = Locale::forLanguageTag(tag, status);
    if (U_SUCCESS(status) && (locale.isBogus() || locale.getName()[0] == '\0')) {
        status = U_ILLEGAL_ARGUMENT_ERROR;
    }
    return locale;
}

int32_t writeTag(const Locale &locale, char *buffer, int32_t capacity, UErrorCode &status) {
    icu::CheckedArrayByteSink sink(buffer, capacity);
    locale.toLanguageTag(sink, status);
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    return sink.Overflowed() ? static_cast<int32_t>(CICU_ERROR_CAPACITY) : sink.NumberOfBytesWritten();
}

/// Names for a language ICU has no texts for fall back to ICU's default locale, which is the environment's. With
/// English there, a name is the same whatever environment the process was started in.
void setDefaultLocaleOnce(UErrorCode &status) {
    static const UErrorCode outcome = [] {
        UErrorCode failure = U_ZERO_ERROR;
        Locale::setDefault(Locale::getEnglish(), failure);
        return failure;
    }();
    if (U_FAILURE(outcome)) {
        status = outcome;
    }
}

/// CLDR's listed parents by child, both as ICU names locales (`en_AU` → `en_001`).
struct ParentTable {
    std::unordered_map<std::string, std::string> parents;
    UErrorCode status = U_ZERO_ERROR;

    ParentTable() {
        const icu::LocalUResourceBundlePointer data(ures_openDirect(nullptr, "supplementalData", &status));
        const icu::LocalUResourceBundlePointer table(
            ures_getByKey(data.getAlias(), "parentLocales", nullptr, &status));
        const int32_t count = U_SUCCESS(status) ? ures_getSize(table.getAlias()) : 0;
        for (int32_t index = 0; index < count && U_SUCCESS(status); ++index) {
            const icu::LocalUResourceBundlePointer entry(
                ures_getByIndex(table.getAlias(), index, nullptr, &status));
            add(entry.getAlias());
        }
    }

private:
    /// Adds one parent with its child or array of children; other entries are not about parents of locales.
    void add(const UResourceBundle *entry) {
        if (U_FAILURE(status) || (ures_getType(entry) != URES_STRING && ures_getType(entry) != URES_ARRAY)) {
            return;
        }
        const int32_t count = ures_getSize(entry);
        for (int32_t index = 0; index < count && U_SUCCESS(status); ++index) {
            char child[maxIdentifierLength + 1];
            int32_t length = sizeof child;
            const char *text = ures_getUTF8StringByIndex(entry, index, child, &length, false, &status);
            if (U_SUCCESS(status)) {
                parents.emplace(std::string(text, static_cast<size_t>(length)), ures_getKey(entry));
            }
        }
    }
};

/// Appends `keyword: condition;` for each entry of a set of plural rules that has a condition.
void appendRules(const UResourceBundle *set, std::string &rules, UErrorCode &status) {
    const int32_t count = U_SUCCESS(status) ? ures_getSize(set) : 0;
    for (int32_t index = 0; index < count && U_SUCCESS(status); ++index) {
        const icu::LocalUResourceBundlePointer entry(ures_getByIndex(set, index, nullptr, &status));
        int32_t length = 0;
        const UChar *text = ures_getString(entry.getAlias(), &length, &status);
        if (U_FAILURE(status)) {
            return;
        }
        icu::UnicodeString condition(false, text, length);
        // What follows the first `@` are samples of numbers.
        condition.truncate(condition.indexOf(u'@') < 0 ? length : condition.indexOf(u'@'));
        if (!condition.trim().isEmpty()) {
            rules.append(ures_getKey(entry.getAlias())).append(": ");
            condition.toUTF8String(rules).append(";");
        }
    }
}

}  // namespace

int32_t cicu_canonical_tag(const char *tag, char *buffer, int32_t capacity) CICU_NOEXCEPT {
    UErrorCode status = U_ZERO_ERROR;
    Locale locale = parse(tag, status);
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    locale.canonicalize(status);
    return writeTag(locale, buffer, capacity, status);
}

int32_t cicu_maximized_tag(const char *tag, char *buffer, int32_t capacity) CICU_NOEXCEPT {
    UErrorCode status = U_ZERO_ERROR;
    Locale locale = parse(tag, status);
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    locale.addLikelySubtags(status);
    return writeTag(locale, buffer, capacity, status);
}

int32_t cicu_listed_parent(const char *tag, char *buffer, int32_t capacity) CICU_NOEXCEPT {
    UErrorCode status = U_ZERO_ERROR;
    const Locale locale = parse(tag, status);
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    // Some 170 pairs: looking them up in ICU's data takes ten times as long.
    static const ParentTable table;
    if (U_FAILURE(table.status)) {
        return errorOf(table.status);
    }
    const auto found = table.parents.find(locale.getName());
    if (found == table.parents.end()) {
        return CICU_ERROR_NONE;
    }
    if (found->second == "root") {
        return 0;
    }
    return writeTag(Locale(found->second.c_str()), buffer, capacity, status);
}

int32_t cicu_tag_with_format_region(
    const char *tag, const char *region, char *buffer, int32_t capacity) CICU_NOEXCEPT {
    UErrorCode status = U_ZERO_ERROR;
    Locale locale = parse(tag, status);
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    if (strlen(region) != 2) {
        return CICU_ERROR_MALFORMED;
    }
    // A whole region is spelt as its subdivision "zzzz" (UTS #35, Unicode Subdivision Codes).
    const char value[] = {region[0], region[1], 'z', 'z', 'z', 'z', '\0'};
    locale.setUnicodeKeywordValue("rg", value, status);
    return writeTag(locale, buffer, capacity, status);
}

int32_t cicu_is_right_to_left(const char *tag) CICU_NOEXCEPT {
    UErrorCode status = U_ZERO_ERROR;
    const Locale locale = parse(tag, status);
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    return locale.isRightToLeft() ? 1 : 0;
}

int32_t cicu_display_name(const char *tag, const char *display_tag, char *buffer, int32_t capacity) CICU_NOEXCEPT {
    UErrorCode status = U_ZERO_ERROR;
    const Locale locale = parse(tag, status);
    const Locale displayLocale = parse(display_tag, status);
    setDefaultLocaleOnce(status);
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    UDisplayContext contexts[] = {UDISPCTX_DIALECT_NAMES, UDISPCTX_CAPITALIZATION_FOR_UI_LIST_OR_MENU};
    const icu::LocalPointer<icu::LocaleDisplayNames> names(icu::LocaleDisplayNames::createInstance(
        displayLocale, contexts, static_cast<int32_t>(sizeof contexts / sizeof contexts[0])));
    if (names.isNull()) {
        return CICU_ERROR_FAILED;
    }
    icu::UnicodeString name;
    names->localeDisplayName(locale, name);
    if (name.isBogus()) {
        return CICU_ERROR_FAILED;
    }
    icu::CheckedArrayByteSink sink(buffer, capacity);
    name.toUTF8(sink);
    return sink.Overflowed() ? static_cast<int32_t>(CICU_ERROR_CAPACITY) : sink.NumberOfBytesWritten();
}

int32_t cicu_best_match(const char *wanted, const char *const *available, int32_t count) CICU_NOEXCEPT {
    UErrorCode status = U_ZERO_ERROR;
    const Locale locale = parse(wanted, status);
    icu::LocaleMatcher::Builder builder;
    builder.setNoDefaultLocale();
    for (int32_t index = 0; index < count; ++index) {
        builder.addSupportedLocale(parse(available[index], status));
    }
    const icu::LocaleMatcher matcher = builder.build(status);
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    const icu::LocaleMatcher::Result result = matcher.getBestMatchResult(locale, status);
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    const int32_t index = result.getSupportedIndex();
    return index >= 0 ? index : static_cast<int32_t>(CICU_ERROR_NONE);
}

int32_t cicu_plural_rules(const char *tag, int32_t kind, char *buffer, int32_t capacity) CICU_NOEXCEPT {
    UErrorCode status = U_ZERO_ERROR;
    const Locale locale = parse(tag, status);
    const icu::LocalUResourceBundlePointer data(ures_openDirect(nullptr, "plurals", &status));
    const icu::LocalUResourceBundlePointer locales(ures_getByKey(
        data.getAlias(), kind == CICU_PLURAL_ORDINAL ? "locales_ordinals" : "locales", nullptr, &status));
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    // The table names for each language the set of rules that it shares with others; an empty name is no set.
    char name[16];
    int32_t nameLength = sizeof name;
    const char *set = ures_getUTF8StringByKey(
        locales.getAlias(), locale.getName(), name, &nameLength, true, &status);
    if (status == U_MISSING_RESOURCE_ERROR || (U_SUCCESS(status) && nameLength == 0)) {
        return CICU_ERROR_NONE;
    }
    const icu::LocalUResourceBundlePointer sets(ures_getByKey(data.getAlias(), "rules", nullptr, &status));
    const icu::LocalUResourceBundlePointer found(ures_getByKey(sets.getAlias(), set, nullptr, &status));
    std::string rules;
    appendRules(found.getAlias(), rules, status);
    if (U_FAILURE(status)) {
        return errorOf(status);
    }
    if (rules.size() > static_cast<size_t>(capacity)) {
        return CICU_ERROR_CAPACITY;
    }
    memcpy(buffer, rules.data(), rules.size());
    return static_cast<int32_t>(rules.size());
}
