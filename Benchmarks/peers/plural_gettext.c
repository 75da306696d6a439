// gettext's plurals: median nanoseconds per text that holds a number, over all keys in a shuffled order.
// Usage: plural_gettext KEYS LOCALEDIR DOMAIN LANGUAGE [ROUNDS]; KEYS holds one key a line, LOCALEDIR the compiled .mo.
#define _GNU_SOURCE
#include "keys.h"

int main(int argc, char **argv) {
    if (argc < 5) die("usage: plural_gettext KEYS LOCALEDIR DOMAIN LANGUAGE [ROUNDS]");
    int count, rounds = argument(argc, argv, 5, 9);
    char **keys = read_keys(argv[1], &count), text[256];
    use_catalog(argv[2], argv[3], argv[4]);
    for (int i = 0; i < count; i++)
        if (ngettext(keys[i], keys[i], 1) == keys[i]) die("no translation of %s: not measuring lookups that fail", keys[i]);
    shuffle(keys, count);

    double *samples = new_samples(rounds);
    size_t sum = 0;
    for (int round = 0; round < rounds; round++) {
        double start = now_ns();
        for (int pass = 0; pass < passes_a_round; pass++)
            for (int i = 0; i < count; i++) {
                // Small ones, where the forms differ most, and any up to a thousand.
                int place = (i + pass) % 64, n = place < 32 ? place : place * 37 % 1000;
                sum += (size_t)snprintf(text, sizeof text, ngettext(keys[i], keys[i], (unsigned long)n), n);
            }
        samples[round] = (now_ns() - start) / ((double)passes_a_round * count);
    }
    if (sum == 0) die("empty translations");
    report("plural-gettext", samples, rounds, "ns", 1, 0);
    return 0;
}
