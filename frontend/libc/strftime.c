/* strftime (C11 7.27.3.5, with GNU flags and widths): formats a date in the C locale. */
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
extern int errno;
long mktime(struct tm *tm);

struct sink {
    char *to;
    unsigned long size, length;
};

/* Flags of one conversion: the padding character (0 for the default, '-' for none), letter case, width. */
struct conversion {
    char pad, letters;
    int width;
};

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March", "April", "May", "June", "July", "August",
                                     "September", "October", "November", "December"};

static void put(struct sink *sink, char c)
{
    if (sink->length < sink->size)
        sink->to[sink->length] = c;
    sink->length++;
}

static void text(struct sink *sink, const struct conversion *c, const char *s, int most)
{
    int n = 0;
    while (n < most && s[n] != 0)
        n++;
    if (c->pad != '-')
        for (int i = n; i < c->width; i++)
            put(sink, c->pad == '0' ? '0' : ' ');
    for (int i = 0; i < n; i++) {
        char letter = s[i];
        if (c->letters == '^' && letter >= 'a' && letter <= 'z')
            letter -= 32;
        if (c->letters == 'l' && letter >= 'A' && letter <= 'Z')
            letter += 32;
        put(sink, letter);
    }
}

static void number(struct sink *sink, const struct conversion *c, long value, int digits, char pad)
{
    char buffer[24];
    int n = 0, negative = value < 0, width = c->width > digits ? c->width : digits;
    unsigned long rest = negative ? -(unsigned long)value : (unsigned long)value;
    do {
        buffer[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (c->pad != 0)
        pad = c->pad;
    if (pad == '_')
        pad = ' ';
    if (pad == '-')
        width = 0;
    if (negative && pad != ' ')
        put(sink, '-');
    for (int i = n + negative; i < width; i++)
        put(sink, pad);
    if (negative && pad == ' ')
        put(sink, '-');
    while (n > 0)
        put(sink, buffer[--n]);
}

static int leap(long year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* ISO 8601 week and year: weeks begin on Monday, and week 1 contains January 4th. */
static int iso_week(const struct tm *tm, long *year)
{
    int weekday = (tm->tm_wday + 6) % 7;
    int week = (tm->tm_yday - weekday + 10) / 7;
    *year = tm->tm_year + 1900L;
    if (week == 0) {
        --*year;
        int yday = tm->tm_yday + 365 + leap(*year);
        return (yday - weekday + 10) / 7;
    }
    if (week == 53 && tm->tm_yday - weekday + 3 >= 365 + leap(*year)) {
        ++*year;
        return 1;
    }
    return week;
}

static void format(struct sink *sink, const char *f, const struct tm *tm);

/* Formats a conversion that expands to several conversions. */
static void composed(struct sink *sink, const struct conversion *c, const char *f, const struct tm *tm)
{
    char buffer[128];
    struct sink inner = {buffer, sizeof buffer, 0};
    format(&inner, f, tm);
    put(&inner, 0);
    text(sink, c, buffer, sizeof buffer);
}

static void date(struct sink *sink, const struct conversion *c, char which, const struct tm *tm)
{
    long year = tm->tm_year + 1900L, other;
    switch (which) {
    case 'C':
        number(sink, c, year / 100 - (year % 100 < 0), 1, '0');
        break;
    case 'd':
        number(sink, c, tm->tm_mday, 2, '0');
        break;
    case 'e':
        number(sink, c, tm->tm_mday, 2, ' ');
        break;
    case 'g':
        iso_week(tm, &other);
        number(sink, c, (other % 100 + 100) % 100, 2, '0');
        break;
    case 'G':
        iso_week(tm, &other);
        number(sink, c, other, 0, '0');
        break;
    case 'j':
        number(sink, c, tm->tm_yday + 1, 3, '0');
        break;
    case 'm':
        number(sink, c, tm->tm_mon + 1, 2, '0');
        break;
    case 'u':
        number(sink, c, (tm->tm_wday + 6) % 7 + 1, 1, '0');
        break;
    case 'U':
        number(sink, c, (tm->tm_yday - tm->tm_wday + 7) / 7, 2, '0');
        break;
    case 'V':
        number(sink, c, iso_week(tm, &other), 2, '0');
        break;
    case 'w':
        number(sink, c, tm->tm_wday, 1, '0');
        break;
    case 'W':
        number(sink, c, (tm->tm_yday - (tm->tm_wday + 6) % 7 + 7) / 7, 2, '0');
        break;
    case 'y':
        number(sink, c, (year % 100 + 100) % 100, 2, '0');
        break;
    default:
        number(sink, c, year, 0, '0');
        break;
    }
}

static void convert(struct sink *sink, struct conversion *c, char which, const struct tm *tm)
{
    struct tm copy = *tm;
    int hour = (tm->tm_hour + 11) % 12 + 1, change = c->letters == '#';
    if (change)
        c->letters = '^';
    switch (which) {
    case 'a':
        text(sink, c, tm->tm_wday < 0 || tm->tm_wday > 6 ? "?" : days[tm->tm_wday], 3);
        break;
    case 'A':
        text(sink, c, tm->tm_wday < 0 || tm->tm_wday > 6 ? "?" : days[tm->tm_wday], 9);
        break;
    case 'b':
    case 'h':
        text(sink, c, tm->tm_mon < 0 || tm->tm_mon > 11 ? "?" : months[tm->tm_mon], 3);
        break;
    case 'B':
        text(sink, c, tm->tm_mon < 0 || tm->tm_mon > 11 ? "?" : months[tm->tm_mon], 9);
        break;
    case 'c':
        composed(sink, c, "%a %b %e %H:%M:%S %Y", tm);
        break;
    case 'D':
    case 'x':
        composed(sink, c, "%m/%d/%y", tm);
        break;
    case 'F':
        composed(sink, c, "%Y-%m-%d", tm);
        break;
    case 'H':
        number(sink, c, tm->tm_hour, 2, '0');
        break;
    case 'I':
        number(sink, c, hour, 2, '0');
        break;
    case 'k':
        number(sink, c, tm->tm_hour, 2, ' ');
        break;
    case 'l':
        number(sink, c, hour, 2, ' ');
        break;
    case 'M':
        number(sink, c, tm->tm_min, 2, '0');
        break;
    case 'n':
        text(sink, c, "\n", 1);
        break;
    case 'p':
        if (change)
            c->letters = 'l';
        text(sink, c, tm->tm_hour > 11 ? "PM" : "AM", 2);
        break;
    case 'P':
        c->letters = 'l';
        text(sink, c, tm->tm_hour > 11 ? "pm" : "am", 2);
        break;
    case 'r':
        composed(sink, c, "%I:%M:%S %p", tm);
        break;
    case 'R':
        composed(sink, c, "%H:%M", tm);
        break;
    case 's':
        number(sink, c, mktime(&copy), 1, '0');
        break;
    case 'S':
        number(sink, c, tm->tm_sec, 2, '0');
        break;
    case 't':
        text(sink, c, "\t", 1);
        break;
    case 'T':
    case 'X':
        composed(sink, c, "%H:%M:%S", tm);
        break;
    case 'z': {
        long minutes = tm->tm_gmtoff / 60;
        if (tm->tm_isdst < 0)
            break;
        put(sink, minutes < 0 ? '-' : '+');
        minutes = minutes < 0 ? -minutes : minutes;
        number(sink, c, minutes / 60 * 100 + minutes % 60, 4, '0');
        break;
    }
    case 'Z':
        if (change)
            c->letters = 'l';
        text(sink, c, tm->tm_zone != 0 ? tm->tm_zone : "", 64);
        break;
    default:
        date(sink, c, which, tm);
        break;
    }
}

static int in(char c, const char *set)
{
    for (; *set != 0; set++)
        if (*set == c)
            return 1;
    return 0;
}

static void format(struct sink *sink, const char *f, const struct tm *tm)
{
    for (; *f != 0; f++) {
        const char *begin = f;
        struct conversion c = {0, 0, -1};
        if (*f != '%') {
            put(sink, *f);
            continue;
        }
        for (f++; in(*f, "_-0^#"); f++) {
            if (*f == '^' || *f == '#')
                c.letters = *f;
            else
                c.pad = *f;
        }
        if (*f >= '0' && *f <= '9')
            for (c.width = 0; *f >= '0' && *f <= '9'; f++)
                if (c.width < 10000)
                    c.width = c.width * 10 + (*f - '0');
        if (*f == 'E' || *f == 'O')
            f++;
        if (*f == '%') {
            text(sink, &c, "%", 1);
        } else if (*f != 0 && in(*f, "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ")) {
            convert(sink, &c, *f, tm);
        } else {
            /* A character sequence that is not a conversion is copied unchanged. */
            if (*f == 0)
                f--;
            for (; begin <= f; begin++)
                put(sink, *begin);
        }
    }
}

unsigned long strftime(char *to, unsigned long size, const char *f, const struct tm *tm)
{
    struct sink sink = {to, size, 0};
    format(&sink, f, tm);
    put(&sink, 0);
    if (sink.length > size) {
        errno = 34;
        return 0;
    }
    return sink.length - 1;
}
