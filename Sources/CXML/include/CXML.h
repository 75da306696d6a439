// A flat face on libxml2's SAX2 parser: elements, texts and comments of a document without declarations.
//
// Nothing is ever fetched or expanded: a document type may be named, but any declaration in it, and any reference to an
// entity other than the five of XML itself, ends reading. libxml2's own bounds hold (10 MB a text or name, 256 levels).
#pragma once
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cxml_attribute {
    // NUL-ended; `space` is the namespace's address or NULL.
    const char *name, *space;
    // Not NUL-ended.
    const char *value;
    size_t size;
};

// What is told of a document, in its order. `offset` is that of the first byte of the tag or comment; `user` is the caller's.
struct cxml_events {
    void *user;
    void (*start)(void *user, const char *name, const char *space, const struct cxml_attribute *attributes, size_t count,
                  size_t offset);
    void (*end)(void *user);
    // A portion of a text; a text may come in several.
    void (*text)(void *user, const char *bytes, size_t size, bool is_cdata);
    void (*comment)(void *user, const char *text, size_t offset);
    // Once, the first thing that is wrong; nothing is told after it. `message` has no line feed.
    void (*fault)(void *user, const char *message, size_t offset);
};

// Reads a document in UTF-8; true when all of it is well-formed and was told. `size` is below 2^31.
bool cxml_parse(const char *bytes, size_t size, const struct cxml_events *events);

#ifdef __cplusplus
}
#endif
