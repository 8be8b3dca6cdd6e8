/* asctime, ctime and their relatives (C11 7.27.3.1, 7.27.3.2, and POSIX): a date as a text of 25 characters. */
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
extern int errno;
struct tm *localtime_r(const long *time, struct tm *to);
int snprintf(char *to, unsigned long size, const char *format, ...);

static char *written(const struct tm *tm, char *to, unsigned long room)
{
    static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const char *day = tm->tm_wday < 0 || tm->tm_wday > 6 ? "???" : days + 3 * tm->tm_wday;
    const char *month = tm->tm_mon < 0 || tm->tm_mon > 11 ? "???" : months + 3 * tm->tm_mon;
    if (tm->tm_year > 2147483647 - 1900) {
        errno = 75;
        return 0;
    }
    int length = snprintf(to, room, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month, tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
    if (length < 0 || (unsigned long)length >= room) {
        errno = 75;
        return 0;
    }
    return to;
}

char *asctime_r(const struct tm *tm, char *to)
{
    return written(tm, to, 26);
}

char *asctime(const struct tm *tm)
{
    static char text[64];
    return written(tm, text, sizeof text);
}

char *ctime_r(const long *time, char *to)
{
    struct tm tm;
    return localtime_r(time, &tm) == 0 ? 0 : asctime_r(&tm, to);
}

char *ctime(const long *time)
{
    struct tm tm;
    return localtime_r(time, &tm) == 0 ? 0 : asctime(&tm);
}
