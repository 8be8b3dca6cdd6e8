/* time (C11 7.27.2.4), clock (7.27.2.1), gettimeofday, clock_gettime, nanosleep (POSIX): the time of --time, or a symbolic time from 1970 on. */
extern int errno;
void klee_make_symbolic(void *object, unsigned long size, const char *name);
void klee_assume(unsigned long condition);
extern long __symtool_time;

struct timespec { long tv_sec, tv_nsec; };
struct timeval { long tv_sec, tv_usec; };

long time(long *to)
{
    long now = __symtool_time;
    if (now < 0) {
        klee_make_symbolic(&now, sizeof now, "time");
        klee_assume(now >= 0);
    }
    if (to != 0)
        *to = now;
    return now;
}

long clock(void)
{
    long ticks;
    klee_make_symbolic(&ticks, sizeof ticks, "clock");
    klee_assume(ticks >= 0);
    return ticks;
}

int clock_gettime(int clock, struct timespec *to)
{
    struct timespec now;
    if (clock < 0 || clock > 11) {
        errno = 22;
        return -1;
    }
    if (__symtool_time >= 0) {
        now.tv_sec = __symtool_time;
        now.tv_nsec = 0;
    } else {
        klee_make_symbolic(&now, sizeof now, "clock_gettime");
        klee_assume((now.tv_sec >= 0) & (now.tv_nsec >= 0) & (now.tv_nsec < 1000000000));
    }
    *to = now;
    return 0;
}

int clock_getres(int clock, struct timespec *to)
{
    if (clock < 0 || clock > 11) {
        errno = 22;
        return -1;
    }
    if (to != 0) {
        to->tv_sec = 0;
        to->tv_nsec = 1;
    }
    return 0;
}

int timespec_get(struct timespec *to, int base)
{
    if (base != 1)
        return 0;
    clock_gettime(0, to);
    return base;
}

int gettimeofday(struct timeval *to, void *zone)
{
    struct timeval now;
    (void)zone;
    if (__symtool_time >= 0) {
        now.tv_sec = __symtool_time;
        now.tv_usec = 0;
    } else {
        klee_make_symbolic(&now, sizeof now, "gettimeofday");
        klee_assume((now.tv_sec >= 0) & (now.tv_usec >= 0) & (now.tv_usec < 1000000));
    }
    *to = now;
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    (void)left;
    if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec >= 1000000000) {
        errno = 22;
        return -1;
    }
    return 0;
}
