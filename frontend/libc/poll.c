/* poll, ppoll, select, pselect (POSIX). Files are always ready. */
#include "internal/io.h"

struct pollfd { int fd; short events, revents; };
struct timeval { long seconds, microseconds; };
struct timespec { long seconds, nanoseconds; };

enum {
    ALWAYS = SYMTOOL_POLLERR | SYMTOOL_POLLHUP | SYMTOOL_POLLNVAL, /* poll reports these events even if nobody asks for them */
    READY_FILE = SYMTOOL_POLLIN | SYMTOOL_POLLOUT | SYMTOOL_POLLRDNORM | SYMTOOL_POLLWRNORM,
    READING = SYMTOOL_POLLIN | SYMTOOL_POLLRDNORM | SYMTOOL_POLLHUP | SYMTOOL_POLLERR,
    WRITING = SYMTOOL_POLLOUT | SYMTOOL_POLLWRNORM | SYMTOOL_POLLWRBAND | SYMTOOL_POLLERR,
    MOST_POLLED = 1024, MOST_SELECTED = 1024
};

/* Ends the program as if it was killed. */
void __symtool_stop(void);

/* Returns the events of a descriptor, and SYMTOOL_IDLE. */
static int events_of(int descriptor)
{
    int old = errno;
    struct __symtool_open *open = __symtool_opened(descriptor);
    errno = old;
    if (open == 0)
        return SYMTOOL_POLLNVAL;
    switch (open->node->kind) {
    case SYMTOOL_CHANNEL: return ((struct __symtool_channel *)open->node)->events(open);
    case SYMTOOL_CONSOLE: return SYMTOOL_POLLOUT | SYMTOOL_POLLWRNORM | SYMTOOL_POLLWRBAND;
    default: return READY_FILE;
    }
}

/* Ends a wait without a time limit in which no event can happen. */
static void wait_for_ever(int is_idle)
{
    if (!is_idle)
        __symtool_unsupported("a wait for events that never happen (nobody connects without --sym-socket)");
    __symtool_stop();
}

/* Waits as `poll` does. `waits` is whether there is no time limit. */
static int poll_all(struct pollfd *descriptors, unsigned long count, int waits)
{
    int ready = 0, is_idle = 0;
    if (count > MOST_POLLED)
        return __symtool_fail(SYMTOOL_EINVAL);
    for (unsigned long i = 0; i < count; i++) {
        struct pollfd *p = &descriptors[i];
        p->revents = 0;
        if (p->fd < 0)
            continue;
        int events = events_of(p->fd);
        p->revents = (short)(events & (p->events | ALWAYS));
        ready += p->revents != 0;
        is_idle |= events & SYMTOOL_IDLE;
    }
    if (ready == 0 && waits)
        wait_for_ever(is_idle);
    return ready;
}

int poll(struct pollfd *descriptors, unsigned long count, int milliseconds)
{
    return poll_all(descriptors, count, milliseconds < 0);
}

/* Refuses to change the mask of blocked signals during a wait. */
static void check_mask(const void *mask)
{
    if (mask != 0)
        __symtool_unsupported("a wait with another mask of signals");
}

int ppoll(struct pollfd *descriptors, unsigned long count, const struct timespec *limit, const void *mask)
{
    check_mask(mask);
    return poll_all(descriptors, count, limit == 0);
}

/* Returns whether a set contains a descriptor. A null pointer is an empty set. */
static int contains(const unsigned long *set, int descriptor)
{
    return set != 0 && (set[descriptor / 64] >> descriptor % 64 & 1);
}

/* The three sets of select: what the caller waits for, and what has happened. */
struct sets {
    unsigned long *set[3];
    unsigned long found[3][MOST_SELECTED / 64];
};

/* Looks at all descriptors. Returns the number of events. Sets errno and returns -1 if a descriptor is not open. */
static int look(struct sets *sets, int count, int *is_idle)
{
    static const int wanted[3] = {READING, WRITING, SYMTOOL_POLLPRI};
    int ready = 0;
    for (int d = 0; d < count; d++) {
        if (!contains(sets->set[0], d) && !contains(sets->set[1], d) && !contains(sets->set[2], d))
            continue;
        int events = events_of(d);
        if (events & SYMTOOL_POLLNVAL)
            return __symtool_fail(SYMTOOL_EBADF);
        *is_idle |= events & SYMTOOL_IDLE;
        for (int i = 0; i < 3; i++)
            if (contains(sets->set[i], d) && (events & wanted[i])) {
                sets->found[i][d / 64] |= 1UL << d % 64;
                ready++;
            }
    }
    return ready;
}

/* Waits as `select` does. `waits` is whether there is no time limit. */
static int wait_for(int count, unsigned long *reading, unsigned long *writing, unsigned long *failing, int waits)
{
    struct sets sets = {{reading, writing, failing}};
    int is_idle = 0, ready;
    if (count < 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    ready = look(&sets, count < MOST_SELECTED ? count : MOST_SELECTED, &is_idle);
    if (ready < 0)
        return -1;
    if (ready == 0 && waits)
        wait_for_ever(is_idle);
    for (int i = 0; i < 3; i++)
        if (sets.set[i] != 0)
            memcpy(sets.set[i], sets.found[i], (unsigned long)(count + 63) / 64 * 8);
    return ready;
}

int select(int count, unsigned long *reading, unsigned long *writing, unsigned long *failing, struct timeval *limit)
{
    if (limit != 0 && (limit->seconds < 0 || limit->microseconds < 0))
        return __symtool_fail(SYMTOOL_EINVAL);
    int ready = wait_for(count, reading, writing, failing, limit == 0);
    if (ready == 0 && limit != 0) /* as on Linux, the rest of the time */
        limit->seconds = limit->microseconds = 0;
    return ready;
}

int pselect(int count, unsigned long *reading, unsigned long *writing, unsigned long *failing, const struct timespec *limit,
            const void *mask)
{
    check_mask(mask);
    if (limit != 0 && (limit->seconds < 0 || limit->nanoseconds < 0 || limit->nanoseconds >= 1000000000))
        return __symtool_fail(SYMTOOL_EINVAL);
    return wait_for(count, reading, writing, failing, limit == 0);
}
