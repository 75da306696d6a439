// What the gettext peers share: the keys, their order, the catalog.
#pragma once

#include <libintl.h>
#include <locale.h>

#include "peer.h"

enum { passes_a_round = 20 };

static inline char **read_keys(const char *path, int *count) {
    FILE *file = fopen(path, "r");
    if (file == NULL) die("%s: %s", path, strerror(errno));
    char **keys = NULL, *line = NULL;
    size_t room = 0;
    int n = 0, capacity = 0;
    for (ssize_t length; (length = getline(&line, &room, file)) > 0; n++) {
        if (line[length - 1] == '\n') line[length - 1] = '\0';
        if (n == capacity) {
            capacity = capacity == 0 ? 1024 : capacity * 2;
            keys = realloc(keys, (size_t)capacity * sizeof *keys);
        }
        if (keys == NULL || (keys[n] = strdup(line)) == NULL) die("no memory for the keys");
    }
    free(line);
    fclose(file);
    if (n == 0) die("%s: no keys", path);
    *count = n;
    return keys;
}

static inline void shuffle(char **keys, int count) {
    srand(1);
    for (int i = count - 1; i > 0; i--) {
        int j = rand() % (i + 1);
        char *key = keys[i];
        keys[i] = keys[j];
        keys[j] = key;
    }
}

// Makes gettext read DIRECTORY/LANGUAGE/LC_MESSAGES/DOMAIN.mo, whatever the environment says.
static inline void use_catalog(const char *directory, const char *domain, const char *language) {
    if (setlocale(LC_ALL, "C.UTF-8") == NULL) die("no locale C.UTF-8");
    setenv("LANGUAGE", language, 1);
    bindtextdomain(domain, directory);
    bind_textdomain_codeset(domain, "UTF-8");
    textdomain(domain);
}
