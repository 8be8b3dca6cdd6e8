/* readv, writev (POSIX). */
#include "internal/io.h"

struct iovec { void *base; unsigned long size; };

enum { MOST_PARTS = 1024 };

/* Returns whether a number of parts is possible. Sets errno if not. */
static int is_count(int count)
{
    if (count >= 0 && count <= MOST_PARTS)
        return 1;
    errno = SYMTOOL_EINVAL;
    return 0;
}

long readv(int descriptor, const struct iovec *parts, int count)
{
    long all = 0;
    if (__symtool_opened(descriptor) == 0 || !is_count(count))
        return -1;
    for (int i = 0; i < count; i++) {
        struct __symtool_open *open = __symtool_opened(descriptor);
        if (parts[i].size == 0)
            continue;
        if (all > 0 && open->node->kind == SYMTOOL_CHANNEL) {
            struct __symtool_channel *channel = (struct __symtool_channel *)open->node;
            if (!(channel->events(open) & SYMTOOL_POLLIN))
                break; /* a read would wait */
        }
        long n = __symtool_read(descriptor, parts[i].base, parts[i].size);
        if (n < 0)
            return all > 0 ? all : n;
        all += n;
        if ((unsigned long)n < parts[i].size)
            break;
    }
    return all;
}

long writev(int descriptor, const struct iovec *parts, int count)
{
    unsigned long all = 0, at = 0;
    if (__symtool_opened(descriptor) == 0 || !is_count(count))
        return -1;
    for (int i = 0; i < count; i++)
        all += parts[i].size;
    if ((long)all < 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    char *bytes = __symtool_library_block(all + 1);
    for (int i = 0; i < count; i++) {
        memcpy(bytes + at, parts[i].base, parts[i].size);
        at += parts[i].size;
    }
    return __symtool_write(descriptor, bytes, all);
}
