/* Date and time (C11 7.27). */
#ifndef _SYMTOOL_TIME_H
#define _SYMTOOL_TIME_H

#include <stddef.h>
#include <sys/types.h>

#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1

typedef long clock_t;

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

clock_t clock(void);
time_t time(time_t *to);
double difftime(time_t end, time_t begin);
time_t mktime(struct tm *tm);
struct tm *gmtime(const time_t *time);
struct tm *localtime(const time_t *time);
char *asctime(const struct tm *tm);
char *ctime(const time_t *time);
size_t strftime(char *restrict to, size_t size, const char *restrict format,
                const struct tm *restrict tm);
int clock_gettime(int clock, struct timespec *to);
int nanosleep(const struct timespec *wanted, struct timespec *left);

#define TIME_UTC 1
int clock_getres(int clock, struct timespec *to);
int timespec_get(struct timespec *to, int base);
struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict to);
struct tm *localtime_r(const time_t *restrict time, struct tm *restrict to);
char *asctime_r(const struct tm *restrict tm, char *restrict to);
char *ctime_r(const time_t *time, char *to);
time_t timegm(struct tm *tm);
void tzset(void);
extern char *tzname[2];
extern long timezone;
extern int daylight;

typedef struct __locale_struct *locale_t;
size_t strftime_l(char *to, size_t size, const char *format, const struct tm *time, locale_t locale);

#endif
