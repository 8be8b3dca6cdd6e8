/* gmtime, localtime, mktime, timegm, difftime, tzset (C11 7.27.2, 7.27.3, and POSIX): calendar time; local time is
   UTC. */
extern int errno;

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

static char zone_name[] = "UTC";
char *tzname[2] = {zone_name, zone_name};
long timezone;
int daylight;

static const int days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

static long floor_div(long a, long b)
{
    return a / b - (a % b < 0);
}

static int leap(long year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Returns the days from 1970-01-01 to January 1st of a year. */
static long days_to(long year)
{
    long before = year - 1;
    return 365 * (year - 1970) + floor_div(before, 4) - floor_div(before, 100) + floor_div(before, 400) - 477;
}

static struct tm *broken_down(const long *time, struct tm *to, const char *zone)
{
    long days = floor_div(*time, 86400), rest = *time - days * 86400;
    long year = 1970 + floor_div(days, 366);
    if (*time > 67768036191676799 || *time < -67768040609740800) {
        errno = 75;
        return 0;
    }
    /* The estimate is too early by at most one day per year; the loop corrects it. */
    while (days >= days_to(year + 1)) {
        long more = (days - days_to(year + 1)) / 366;
        year += more > 0 ? more : 1;
    }
    while (days < days_to(year)) {
        long less = (days_to(year) - days) / 366;
        year -= less > 0 ? less : 1;
    }
    int day = (int)(days - days_to(year)), month = 0, extra = leap(year);
    while (day >= days_before[month + 1] + (month >= 1 ? extra : 0))
        month++;
    to->tm_sec = (int)(rest % 60);
    to->tm_min = (int)(rest / 60 % 60);
    to->tm_hour = (int)(rest / 3600);
    to->tm_yday = day;
    to->tm_mon = month;
    to->tm_mday = day - days_before[month] - (month >= 2 ? extra : 0) + 1;
    to->tm_year = (int)(year - 1900);
    to->tm_wday = (int)((days % 7 + 7 + 4) % 7);
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = zone;
    return to;
}

static struct tm shared;

struct tm *gmtime_r(const long *time, struct tm *to)
{
    return broken_down(time, to, "GMT");
}

struct tm *localtime_r(const long *time, struct tm *to)
{
    return broken_down(time, to, "UTC");
}

struct tm *gmtime(const long *time)
{
    return gmtime_r(time, &shared);
}

struct tm *localtime(const long *time)
{
    return localtime_r(time, &shared);
}

/* Converts a date to seconds since 1970. The fields of the date may be out of range. */
static long moment(const struct tm *tm)
{
    long months = (long)tm->tm_mon, year = tm->tm_year + 1900L + floor_div(months, 12);
    months -= floor_div(months, 12) * 12;
    long days = days_to(year) + days_before[months] + (months >= 2 && leap(year)) + tm->tm_mday - 1L;
    return ((days * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 + tm->tm_sec;
}

long timegm(struct tm *tm)
{
    long time = moment(tm);
    return gmtime_r(&time, tm) == 0 ? -1 : time;
}

long mktime(struct tm *tm)
{
    long time = moment(tm);
    return localtime_r(&time, tm) == 0 ? -1 : time;
}

double difftime(long end, long begin)
{
    return (double)end - (double)begin;
}

void tzset(void)
{
}
