// gettext's lookup: median nanoseconds per lookup over all keys in a shuffled order.
// Usage: lookup_gettext KEYS LOCALEDIR DOMAIN LANGUAGE [ROUNDS]; KEYS holds one key a line, LOCALEDIR the compiled .mo.
#define _GNU_SOURCE
#include <libintl.h>
#include <locale.h>

#include "peer.h"

enum { passes_a_round = 20 };

static char **read_keys(const char *path, int *count) {
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

static void shuffle(char **keys, int count) {
    srand(1);
    for (int i = count - 1; i > 0; i--) {
        int j = rand() % (i + 1);
        char *key = keys[i];
        keys[i] = keys[j];
        keys[j] = key;
    }
}

int main(int argc, char **argv) {
    if (argc < 5) die("usage: lookup_gettext KEYS LOCALEDIR DOMAIN LANGUAGE [ROUNDS]");
    int count, rounds = argument(argc, argv, 5, 9);
    char **keys = read_keys(argv[1], &count);
    if (setlocale(LC_ALL, "C.UTF-8") == NULL) die("no locale C.UTF-8");
    setenv("LANGUAGE", argv[4], 1);
    bindtextdomain(argv[3], argv[2]);
    bind_textdomain_codeset(argv[3], "UTF-8");
    textdomain(argv[3]);
    for (int i = 0; i < count; i++)
        if (gettext(keys[i]) == keys[i]) die("no translation of %s: not measuring lookups that fail", keys[i]);
    shuffle(keys, count);

    double *samples = new_samples(rounds);
    size_t sum = 0;
    for (int round = 0; round < rounds; round++) {
        double start = now_ns();
        for (int pass = 0; pass < passes_a_round; pass++)
            for (int i = 0; i < count; i++) sum += (unsigned char)gettext(keys[i])[0];
        samples[round] = (now_ns() - start) / ((double)passes_a_round * count);
    }
    if (sum == 0) die("empty translations");
    report("lookup-gettext", samples, rounds, "ns", 1, 0);
    return 0;
}
