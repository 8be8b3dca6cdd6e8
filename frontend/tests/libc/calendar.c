/* Dates: broken-down time, normalization, formatting. */
#include "support.h"
#include <errno.h>
#include <sys/time.h>
#include <time.h>

static void show(const char *what, const struct tm *tm)
{
    printf("%s %d-%d-%d %d:%d:%d %d %d %d %ld %s\n", what, tm->tm_year, tm->tm_mon, tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec,
           tm->tm_wday, tm->tm_yday, tm->tm_isdst, tm->tm_gmtoff, tm->tm_zone);
}

static void written(const struct tm *tm)
{
    static const char *const formats[] = {"%a %A %b %B %h", "%c", "%C %d %D %e %F", "%g %G %V %u %U %w %W", "%H %I %j %k %l %m %M", "%n%p%P%r%R", "%s %S%t%T", "%x %X %y %Y", "%z %Z %%",
        "%^a %#B %#p %#Z", "%_d %-d %05d %_5H %-j %_m", "%10A|%-A|%3Y|%8F|%010F", "%Ey %Od %EY", "%Q %", "plain", ""};
    char buffer[120];
    for (unsigned i = 0; i < COUNT(formats); i++) {
        size_t n = strftime(buffer, sizeof buffer, formats[i], tm);
        printf("%zu [%s]", n, n > 0 ? buffer : "");
    }
    printf("%zu %zu\n", strftime(buffer, 11, "%F", tm), strftime(buffer, 3, "%F", tm));
}

int main(void)
{
    static const time_t moments[] = {0, 1, -1, 86399, 86400, -86400, 951782399, 951782400, 951868800, 978307199, 1000000000, 1230768000, 1262304000, 1330473600, 1609459199,
        2147483647, 2147483648, -2147483648, 4102444800, 253402300799, -62135596800, -62167219200, 32503680000, 67768036191676799, -67768040609740800};
    char text[64];
    for (unsigned i = 0; i < COUNT(moments); i++) {
        time_t t = moments[i];
        struct tm tm;
        printf("%ld\n", (long)t);
        show("gm", gmtime(&t));
        show("local", localtime(&t));
        show("r", gmtime_r(&t, &tm));
        /* The output for years that do not fit into an int is implementation-defined. */
        if (tm.tm_year < 2147480000)
            written(&tm);
        printf("%d\n", timegm(&tm) == t);
        localtime_r(&t, &tm);
        printf("%d\n", mktime(&tm) == t);
        if (tm.tm_year < 8000 && tm.tm_year > -1900) {
            printf("%s", asctime(&tm));
            printf("%s", asctime_r(&tm, text));
            printf("%s", ctime(&t));
            printf("%s", ctime_r(&t, text));
        }
    }
    time_t much = 67768036191676800;
    errno = 0;
    printf("%d", gmtime(&much) == NULL);
    printf(" %d\n", errno);
    for (int i = 0; i < 300; i++) {
        struct tm tm = {0};
        tm.tm_year = (int)below(400) - 100;
        tm.tm_mon = (int)below(40) - 20;
        tm.tm_mday = (int)below(1000) - 400;
        tm.tm_hour = (int)below(200) - 100;
        tm.tm_min = (int)below(500) - 200;
        tm.tm_sec = (int)below(100000) - 50000;
        add((unsigned long)mktime(&tm));
        add((unsigned long)(tm.tm_yday * 7 + tm.tm_wday));
        size_t n = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S %G-W%V-%u %U %W %y", &tm);
        add_bytes(text, n);
    }
    report("random");
    printf("%g %g\n", difftime(5, 3), difftime(0, 1L << 40));
    tzset();
    printf("%s %s %ld %d\n", tzname[0], tzname[1], timezone, daylight);
    struct timespec spec = {0, 0};
    struct timeval val;
    printf("%d %d\n", clock_gettime(CLOCK_REALTIME, &spec), spec.tv_nsec < 1000000000);
    printf("%d %d\n", timespec_get(&spec, TIME_UTC), spec.tv_nsec >= 0);
    printf("%d %d\n", gettimeofday(&val, NULL), val.tv_usec < 1000000);
    clock_getres(CLOCK_MONOTONIC, &spec);
    printf("%ld %ld\n", (long)spec.tv_sec, spec.tv_nsec);
    struct timespec none = {0, 1}, wrong = {0, 1000000000};
    printf("%d", nanosleep(&none, NULL));
    errno = 0;
    printf(" %d", nanosleep(&wrong, NULL));
    printf(" %d\n", errno);
    return 0;
}
