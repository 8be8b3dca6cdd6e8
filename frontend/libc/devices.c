/* The devices: /dev/null, /dev/zero, /dev/random, /dev/urandom, /dev/stdin, /dev/stdout, /dev/stderr. */
#include "internal/io.h"

extern struct __symtool_node __symtool_devices;

static void fill_with_zeros(void *to, unsigned long size)
{
    memset(to, 0, size);
}

static struct __symtool_node sink = {.kind = SYMTOOL_SINK, .mode = 0666, .names = 1, .owner = SYMTOOL_USER, .group = SYMTOOL_USER};
static struct __symtool_device zero = {
    {.kind = SYMTOOL_ENDLESS, .mode = 0666, .names = 1, .owner = SYMTOOL_USER, .group = SYMTOOL_USER}, fill_with_zeros
};
static struct __symtool_device noise = {
    {.kind = SYMTOOL_ENDLESS, .mode = 0666, .names = 1, .owner = SYMTOOL_USER, .group = SYMTOOL_USER}, __symtool_fill_random
};
static struct __symtool_device more_noise = {
    {.kind = SYMTOOL_ENDLESS, .mode = 0666, .names = 1, .owner = SYMTOOL_USER, .group = SYMTOOL_USER}, __symtool_fill_random
};
static struct __symtool_device standard[] = {
    {{.kind = SYMTOOL_STANDARD, .mode = 0666, .names = 1, .owner = SYMTOOL_USER, .group = SYMTOOL_USER}, 0, 0},
    {{.kind = SYMTOOL_STANDARD, .mode = 0666, .names = 1, .owner = SYMTOOL_USER, .group = SYMTOOL_USER}, 0, 1},
    {{.kind = SYMTOOL_STANDARD, .mode = 0666, .names = 1, .owner = SYMTOOL_USER, .group = SYMTOOL_USER}, 0, 2},
};

static struct __symtool_entry entries[] = {
    {&entries[1], "null", &sink},
    {&entries[2], "zero", &zero.node},
    {&entries[3], "random", &noise.node},
    {&entries[4], "urandom", &more_noise.node},
    {&entries[5], "stdin", &standard[0].node},
    {&entries[6], "stdout", &standard[1].node},
    {0, "stderr", &standard[2].node},
};

/* Adds the devices to the directory /dev, on the first access to it. Files of the environment precede them. */
void __symtool_mount_devices(void)
{
    static int mounted;
    struct __symtool_entry **end = &__symtool_devices.entries;
    if (mounted)
        return;
    mounted = 1;
    while (*end != 0)
        end = &(*end)->next;
    *end = entries;
}
