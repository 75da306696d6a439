// gettext's texts with three arguments: median nanoseconds per text over all keys in a shuffled order.
// Usage: format_gettext KEYS LOCALEDIR DOMAIN LANGUAGE [ROUNDS]; KEYS holds one key a line, LOCALEDIR the compiled .mo. The
// texts take a text, a number and a text, by position (`%3$s`).
#define _GNU_SOURCE
#include "keys.h"

int main(int argc, char **argv) {
    if (argc < 5) die("usage: format_gettext KEYS LOCALEDIR DOMAIN LANGUAGE [ROUNDS]");
    int count, rounds = argument(argc, argv, 5, 9);
    char **keys = read_keys(argv[1], &count), text[256];
    use_catalog(argv[2], argv[3], argv[4]);
    for (int i = 0; i < count; i++)
        if (gettext(keys[i]) == keys[i]) die("no translation of %s: not measuring lookups that fail", keys[i]);
    shuffle(keys, count);

    double *samples = new_samples(rounds);
    size_t sum = 0;
    for (int round = 0; round < rounds; round++) {
        double start = now_ns();
        for (int pass = 0; pass < passes_a_round; pass++)
            for (int i = 0; i < count; i++)
                sum += (size_t)snprintf(text, sizeof text, gettext(keys[i]), "Zoé Müller", i, "पुस्तकालय");
        samples[round] = (now_ns() - start) / ((double)passes_a_round * count);
    }
    if (sum == 0) die("empty translations");
    report("format-gettext", samples, rounds, "ns", 1, 0);
    return 0;
}
