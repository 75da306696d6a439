#include "include/CXML.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <stdio.h>
#include <string.h>

#define MAXIMUM_ATTRIBUTES 64

struct reading {
    const struct cxml_events *events;
    xmlParserCtxt *context;
    const char *bytes;
    bool is_faulty;
};

// How far the parser has come.
static size_t offset(const struct reading *reading) {
    const xmlParserInput *input = reading->context->input;
    return input == NULL ? 0 : input->consumed + (size_t)(input->cur - input->base);
}

// Where the markup began that the parser is in: no other `<` can stand in a tag.
static size_t markup_offset(const struct reading *reading) {
    size_t place = offset(reading);
    while (place > 0 && reading->bytes[place] != '<') place--;
    return place;
}

static void fault(struct reading *reading, const char *message, size_t place) {
    if (reading->is_faulty) return;
    reading->is_faulty = true;
    reading->events->fault(reading->events->user, message, place);
    xmlStopParser(reading->context);
}

static void refuse(struct reading *reading, const char *message) {
    fault(reading, message, markup_offset(reading));
}

static void start_element(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *space,
                          int space_count, const xmlChar **spaces, int count, int defaulted,
                          const xmlChar **attributes) {
    struct reading *reading = user;
    (void)prefix, (void)space_count, (void)spaces, (void)defaulted;
    if (reading->is_faulty) return;
    if (count > MAXIMUM_ATTRIBUTES) return refuse(reading, "an element has more than 64 attributes");
    struct cxml_attribute list[MAXIMUM_ATTRIBUTES];
    for (int i = 0; i < count; i++) {
        // Name, prefix, namespace, and the value's begin and end.
        const xmlChar **attribute = attributes + 5 * i;
        list[i] = (struct cxml_attribute){
            .name = (const char *)attribute[0],
            .space = (const char *)attribute[2],
            .value = (const char *)attribute[3],
            .size = (size_t)(attribute[4] - attribute[3]),
        };
    }
    reading->events->start(reading->events->user, (const char *)name, (const char *)space, list, (size_t)count,
                           markup_offset(reading));
}

static void end_element(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *space) {
    struct reading *reading = user;
    (void)name, (void)prefix, (void)space;
    if (!reading->is_faulty) reading->events->end(reading->events->user);
}

static void characters(void *user, const xmlChar *bytes, int size) {
    struct reading *reading = user;
    if (!reading->is_faulty)
        reading->events->text(reading->events->user, (const char *)bytes, (size_t)size, false);
}

static void cdata(void *user, const xmlChar *bytes, int size) {
    struct reading *reading = user;
    if (!reading->is_faulty)
        reading->events->text(reading->events->user, (const char *)bytes, (size_t)size, true);
}

static void comment(void *user, const xmlChar *text) {
    struct reading *reading = user;
    if (!reading->is_faulty)
        reading->events->comment(reading->events->user, (const char *)text, markup_offset(reading));
}

static const char no_declarations[] = "declarations of a document type are not read";

static void entity_declaration(void *user, const xmlChar *name, int type, const xmlChar *public_id,
                               const xmlChar *system_id, xmlChar *content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    refuse(user, no_declarations);
}

static void element_declaration(void *user, const xmlChar *name, int type, xmlElementContentPtr content) {
    (void)name, (void)type, (void)content;
    refuse(user, no_declarations);
}

static void attribute_declaration(void *user, const xmlChar *element, const xmlChar *name, int type, int def,
                                  const xmlChar *value, xmlEnumerationPtr tree) {
    (void)element, (void)name, (void)type, (void)def, (void)value;
    xmlFreeEnumeration(tree);
    refuse(user, no_declarations);
}

static void notation_declaration(void *user, const xmlChar *name, const xmlChar *public_id,
                                 const xmlChar *system_id) {
    (void)name, (void)public_id, (void)system_id;
    refuse(user, no_declarations);
}

static void unparsed_entity(void *user, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id,
                            const xmlChar *notation) {
    (void)name, (void)public_id, (void)system_id, (void)notation;
    refuse(user, no_declarations);
}

static xmlEntityPtr entity(void *user, const xmlChar *name) {
    xmlEntity *predefined = xmlGetPredefinedEntity(name);
    if (predefined == NULL) {
        char message[128];
        snprintf(message, sizeof message, "the entity &%.40s; is none of XML's own", (const char *)name);
        struct reading *reading = user;
        fault(reading, message, offset(reading));
    }
    return predefined;
}

static xmlEntityPtr parameter_entity(void *user, const xmlChar *name) {
    (void)name;
    refuse(user, no_declarations);
    return NULL;
}

static void parser_error(void *user, xmlErrorPtr error) {
    struct reading *reading = user;
    if (error->level < XML_ERR_ERROR || reading->is_faulty) return;
    char message[256];
    snprintf(message, sizeof message, "%s", error->message == NULL ? "not well-formed" : error->message);
    message[strcspn(message, "\r\n")] = '\0';
    fault(reading, message, offset(reading));
}

bool cxml_parse(const char *bytes, size_t size, const struct cxml_events *events) {
    struct reading reading = {.events = events, .bytes = bytes};
    if (size == 0) {
        events->fault(events->user, "the file is empty", 0);
        return false;
    }
    xmlParserCtxt *context = xmlCreateMemoryParserCtxt(bytes, (int)size);
    if (context == NULL) {
        events->fault(events->user, "no memory to read the file", 0);
        return false;
    }
    reading.context = context;
    xmlSAXHandler *handler = context->sax;
    memset(handler, 0, sizeof *handler);
    handler->initialized = XML_SAX2_MAGIC;
    handler->startElementNs = start_element;
    handler->endElementNs = end_element;
    handler->characters = characters;
    handler->ignorableWhitespace = characters;
    handler->cdataBlock = cdata;
    handler->comment = comment;
    handler->entityDecl = entity_declaration;
    handler->elementDecl = element_declaration;
    handler->attributeDecl = attribute_declaration;
    handler->notationDecl = notation_declaration;
    handler->unparsedEntityDecl = unparsed_entity;
    handler->getEntity = entity;
    handler->getParameterEntity = parameter_entity;
    handler->serror = parser_error;
    context->userData = &reading;
    // No network, and no other encoding than the caller's.
    xmlCtxtUseOptions(context, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC | XML_PARSE_NODICT);
    xmlParseDocument(context);
    bool is_good = context->wellFormed && !reading.is_faulty;
    if (!is_good) fault(&reading, "not well-formed", offset(&reading));
    if (context->myDoc != NULL) xmlFreeDoc(context->myDoc);
    context->myDoc = NULL;
    xmlFreeParserCtxt(context);
    return is_good;
}
