/* utimensat and its variants (POSIX): sets the times of the last access and of the last modification of a file. */
#include "internal/io.h"

enum { NOW = (1 << 30) - 1, OMIT = (1 << 30) - 2 };

struct timespec { long tv_sec, tv_nsec; };
struct timeval { long tv_sec, tv_usec; };
struct utimbuf { long actime, modtime; };

int clock_gettime(int clock, struct timespec *to);

static int is_valid(const struct timespec *time)
{
    long part = time->tv_nsec;
    return part == NOW || part == OMIT || (part >= 0 && part < 1000000000);
}

/* Returns the number of the error with which setting valid times fails; 0 if it succeeds. Whoever may write to a file may set both
   times to the present; everything else is left to the owner. */
static int obstacle(struct __symtool_node *node, const struct timespec *times)
{
    int is_now = times == 0 || (times[0].tv_nsec == NOW && times[1].tv_nsec == NOW);
    if (__symtool_owns(node) || (times != 0 && times[0].tv_nsec == OMIT && times[1].tv_nsec == OMIT))
        return 0;
    if (!is_now)
        return SYMTOOL_EPERM;
    return __symtool_permits(node, 2) ? 0 : SYMTOOL_EACCES;
}

/* Sets the two times of a node; null stands for the present time. */
static int change(struct __symtool_node *node, const struct timespec *times)
{
    struct timespec now = {0, NOW};
    int number;
    if (times != 0 && (!is_valid(&times[0]) || !is_valid(&times[1])))
        return __symtool_fail(SYMTOOL_EINVAL);
    number = obstacle(node, times);
    if (number != 0)
        return __symtool_fail(number);
    for (int i = 0; i < 2; i++) {
        const struct timespec *time = times == 0 ? &now : &times[i];
        if (time->tv_nsec == OMIT)
            continue;
        if (time->tv_nsec == NOW) {
            clock_gettime(0, &now);
            node->times[2 * i] = now.tv_sec;
            node->times[2 * i + 1] = now.tv_nsec;
            now.tv_nsec = NOW;
        } else {
            node->times[2 * i] = time->tv_sec;
            node->times[2 * i + 1] = time->tv_nsec;
        }
    }
    return 0;
}

int futimens(int descriptor, const struct timespec times[2])
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    return open == 0 ? -1 : change(open->node, times);
}

int utimensat(int folder, const char *name, const struct timespec times[2], int flags)
{
    struct __symtool_node *node;
    if (name == 0 || (flags & ~(SYMTOOL_AT_NO_FOLLOW | SYMTOOL_AT_EMPTY_PATH)))
        return __symtool_fail(SYMTOOL_EINVAL);
    node = __symtool_find(folder, name, flags);
    return node == 0 ? -1 : change(node, times);
}

/* Converts times with microseconds. An invalid number of microseconds becomes an invalid number of nanoseconds. */
static const struct timespec *converted(const struct timeval *times, struct timespec *to)
{
    if (times == 0)
        return 0;
    for (int i = 0; i < 2; i++) {
        long part = times[i].tv_usec;
        to[i].tv_sec = times[i].tv_sec;
        to[i].tv_nsec = part >= 0 && part < 1000000 ? part * 1000 : -1;
    }
    return to;
}

int utimes(const char *name, const struct timeval times[2])
{
    struct timespec to[2];
    return utimensat(SYMTOOL_WORKING_FOLDER, name, converted(times, to), 0);
}

int lutimes(const char *name, const struct timeval times[2])
{
    struct timespec to[2];
    return utimensat(SYMTOOL_WORKING_FOLDER, name, converted(times, to), SYMTOOL_AT_NO_FOLLOW);
}

int futimes(int descriptor, const struct timeval times[2])
{
    struct timespec to[2];
    return futimens(descriptor, converted(times, to));
}

int utime(const char *name, const struct utimbuf *times)
{
    if (times == 0)
        return utimensat(SYMTOOL_WORKING_FOLDER, name, 0, 0);
    struct timespec to[2] = {{times->actime, 0}, {times->modtime, 0}};
    return utimensat(SYMTOOL_WORKING_FOLDER, name, to, 0);
}
