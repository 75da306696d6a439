// What the peer programs share: the clock, the median, the way out, the line they print.
#pragma once

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static inline double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline void die(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

// Ends the program when a call failed: `value` is what it returned, negative for failure (-1 with errno, or -errno).
static inline int must(int value, const char *call) {
    if (value < 0) die("%s: %s", call, strerror(value == -1 ? errno : -value));
    return value;
}

static inline int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Sorts, then prints the one line the benchmark script reads. `samples` are nanoseconds, `unit` the length of one unit of
// the output in nanoseconds.
static inline void report(const char *name, double *samples, int count, const char *unit, double unit_ns, int payload) {
    qsort(samples, (size_t)count, sizeof *samples, compare_doubles);
    printf("{\"name\":\"%s\",\"unit\":\"%s\",\"p50\":%.3f,\"p99\":%.3f,\"payload\":%d}\n", name, unit,
           samples[count / 2] / unit_ns, samples[count * 99 / 100] / unit_ns, payload);
}

static inline double *new_samples(int count) {
    double *samples = calloc((size_t)count, sizeof *samples);
    if (samples == NULL) die("no memory for %d samples", count);
    return samples;
}

// A whole number given on the command line, or the default.
static inline int argument(int argc, char **argv, int index, int otherwise) {
    int value = index < argc ? atoi(argv[index]) : otherwise;
    if (value <= 0) die("argument %d has to be a positive number", index);
    return value;
}

static inline void raise_descriptor_limit(void) {
    struct rlimit limit;
    must(getrlimit(RLIMIT_NOFILE, &limit), "getrlimit");
    limit.rlim_cur = limit.rlim_max;
    must(setrlimit(RLIMIT_NOFILE, &limit), "setrlimit");
}
