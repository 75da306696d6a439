// gettext's lookup: median nanoseconds per lookup over all keys in a shuffled order.
// Usage: lookup_gettext KEYS LOCALEDIR DOMAIN LANGUAGE [ROUNDS]; KEYS holds one key a line, LOCALEDIR the compiled .mo.
#define _GNU_SOURCE
#include "keys.h"

int main(int argc, char **argv) {
    if (argc < 5) die("usage: lookup_gettext KEYS LOCALEDIR DOMAIN LANGUAGE [ROUNDS]");
    int count, rounds = argument(argc, argv, 5, 9);
    char **keys = read_keys(argv[1], &count);
    use_catalog(argv[2], argv[3], argv[4]);
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
