/* The devices /dev/null, /dev/zero, /dev/random and /dev/urandom. */
#include "internal/io.h"

static void fill_with_zeros(void *to, unsigned long size)
{
    memset(to, 0, size);
}

static struct __symtool_node sink = {.name = "dev/null", .kind = SYMTOOL_SINK, .mode = 0666};
static struct __symtool_device endless[] = {
    {{.name = "dev/zero", .kind = SYMTOOL_ENDLESS, .mode = 0666}, fill_with_zeros},
    {{.name = "dev/random", .kind = SYMTOOL_ENDLESS, .mode = 0666}, __symtool_fill_random},
    {{.name = "dev/urandom", .kind = SYMTOOL_ENDLESS, .mode = 0666}, __symtool_fill_random},
};

/* Returns the device with this normalized name, or null. */
struct __symtool_node *__symtool_find_device(const char *plain)
{
    if (strncmp(plain, "dev/", 4) != 0)
        return 0;
    if (strcmp(plain, sink.name) == 0)
        return &sink;
    for (unsigned i = 0; i < sizeof endless / sizeof *endless; i++)
        if (strcmp(plain, endless[i].node.name) == 0)
            return &endless[i].node;
    return 0;
}
