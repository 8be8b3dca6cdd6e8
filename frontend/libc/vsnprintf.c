/* vsnprintf and its relatives (C11 7.21.6): formatted output to memory. Integers and strings are formatted here, so that
   they may depend on the input; floating-point numbers by the engine. */
#include "internal/io.h"

/* The destination; text that does not fit is only counted. */
struct sink {
    char *to;
    unsigned long size;
    unsigned long length;
};

/* The variable arguments: 16 bytes each from `base` on. */
struct arguments {
    char *base;
    int taken;
};

struct conversion {
    int left, plus, space, alternate, zero;
    int width, precision; /* a precision of -1 is none */
    int bytes;            /* size of an integer argument */
    int is_long_double;   /* `L` */
    int position;         /* number of the argument, from 1; 0: the next argument */
};

static void put(struct sink *sink, char c)
{
    if (sink->length + 1 < sink->size)
        sink->to[sink->length] = c;
    sink->length++;
}

static void fill(struct sink *sink, char c, int n)
{
    for (int i = 0; i < n; i++)
        put(sink, c);
}

static void put_text(struct sink *sink, struct conversion *conversion, const char *s, int n)
{
    if (!conversion->left)
        fill(sink, ' ', conversion->width - n);
    for (int i = 0; i < n; i++)
        put(sink, s[i]);
    if (conversion->left)
        fill(sink, ' ', conversion->width - n);
}

static void put_number(struct sink *sink, struct conversion *conversion, unsigned long value,
                       const char *prefix, unsigned base, const char *digits)
{
    char text[24];
    int n = 0, prefix_length = 0;
    while (value != 0) {
        text[n++] = digits[value % base];
        value /= base;
    }
    while (prefix[prefix_length] != 0)
        prefix_length++;
    int least = conversion->precision < 0 ? 1 : conversion->precision;
    if (base == 8 && conversion->alternate && least <= n)
        least = n + 1;
    int zeros = least > n ? least - n : 0;
    int blanks = conversion->width - prefix_length - zeros - n;
    if (blanks > 0 && conversion->zero && !conversion->left && conversion->precision < 0) {
        zeros += blanks;
        blanks = 0;
    }
    if (!conversion->left)
        fill(sink, ' ', blanks);
    for (int i = 0; i < prefix_length; i++)
        put(sink, prefix[i]);
    fill(sink, '0', zeros);
    while (n > 0)
        put(sink, text[--n]);
    if (conversion->left)
        fill(sink, ' ', blanks);
}

static long cut_signed(long value, int bytes)
{
    switch (bytes) {
    case 1: return (signed char)value;
    case 2: return (short)value;
    case 4: return (int)value;
    default: return value;
    }
}

static unsigned long cut_unsigned(unsigned long value, int bytes)
{
    switch (bytes) {
    case 1: return (unsigned char)value;
    case 2: return (unsigned short)value;
    case 4: return (unsigned)value;
    default: return value;
    }
}

static const char *flags(const char *s, struct conversion *conversion)
{
    for (;; s++) {
        switch (*s) {
        case '-': conversion->left = 1; break;
        case '+': conversion->plus = 1; break;
        case ' ': conversion->space = 1; break;
        case '#': conversion->alternate = 1; break;
        case '0': conversion->zero = 1; break;
        case '\'':
        case 'I': break; /* no grouping in the C locale */
        default: return s;
        }
    }
}

static const char *length_modifier(const char *s, struct conversion *conversion)
{
    conversion->bytes = 4;
    switch (*s) {
    case 'h':
        conversion->bytes = s[1] == 'h' ? 1 : 2;
        return s[1] == 'h' ? s + 2 : s + 1;
    case 'l':
        conversion->bytes = 8;
        return s[1] == 'l' ? s + 2 : s + 1;
    case 'L': conversion->is_long_double = 1; /* fall through */
    case 'q':
    case 'j':
    case 'z':
    case 't':
        conversion->bytes = 8;
        return s + 1;
    default:
        return s;
    }
}

static const char *number(const char *s, int *to)
{
    *to = 0;
    for (; *s >= '0' && *s <= '9'; s++)
        if (*to < 100000000)
            *to = *to * 10 + (*s - '0');
    return s;
}

/* Parses `n$`, if present. */
static const char *position(const char *s, int *to)
{
    int n;
    const char *end = number(s, &n);
    *to = 0;
    if (n == 0 || *end != '$')
        return s;
    *to = n;
    return end + 1;
}

/* Returns the address of the argument at a position from 1, or of the next argument if the position is 0. */
static void *argument(struct arguments *arguments, int position)
{
    int index = position > 0 ? position - 1 : arguments->taken++;
    return arguments->base + 16l * index;
}

/* Parses a number; for `*`, reads the number from an argument. */
static const char *number_or_star(const char *s, int *to, struct arguments *arguments)
{
    int at;
    if (*s != '*')
        return number(s, to);
    s = position(s + 1, &at);
    *to = *(int *)argument(arguments, at);
    return s;
}

/* Parses a directive except its letter. */
static const char *directive(const char *s, struct conversion *conversion, struct arguments *arguments)
{
    s = position(s, &conversion->position);
    s = flags(s, conversion);
    s = number_or_star(s, &conversion->width, arguments);
    if (conversion->width < 0) {
        conversion->left = 1;
        conversion->width = -conversion->width;
    }
    if (*s == '.') {
        s = number_or_star(s + 1, &conversion->precision, arguments);
        if (conversion->precision < 0)
            conversion->precision = -1;
    }
    return length_modifier(s, conversion);
}

static void put_signed(struct sink *sink, struct conversion *conversion, void *at)
{
    long value = cut_signed(conversion->bytes == 8 ? *(long *)at : *(int *)at, conversion->bytes);
    const char *sign = value < 0 ? "-" : conversion->plus ? "+" : conversion->space ? " " : "";
    unsigned long size = value < 0 ? -(unsigned long)value : (unsigned long)value;
    put_number(sink, conversion, size, sign, 10, "0123456789");
}

static void put_unsigned(struct sink *sink, struct conversion *conversion, void *at, char letter)
{
    unsigned long value = conversion->bytes == 8 ? *(unsigned long *)at : *(unsigned *)at;
    const char *digits = letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef", *prefix = "";
    unsigned base = letter == 'u' ? 10 : letter == 'o' ? 8 : 16;
    value = cut_unsigned(value, conversion->bytes);
    if (base == 16 && conversion->alternate && value != 0)
        prefix = letter == 'X' ? "0X" : "0x";
    put_number(sink, conversion, value, prefix, base, digits);
}

static void put_string(struct sink *sink, struct conversion *conversion, const char *s)
{
    int n = 0;
    if (s == 0)
        s = conversion->precision >= 0 && conversion->precision < 6 ? "" : "(null)";
    while ((conversion->precision < 0 || n < conversion->precision) && s[n] != 0)
        n++;
    put_text(sink, conversion, s, n);
}

/* Writes wide characters in the C locale: those up to 127 are bytes, others cannot be converted. */
static int put_wide(struct sink *sink, struct conversion *conversion, const int *s, int n)
{
    for (int i = 0; i < n; i++) {
        if ((unsigned)s[i] > 127) {
            errno = SYMTOOL_EILSEQ;
            return -1;
        }
    }
    if (!conversion->left)
        fill(sink, ' ', conversion->width - n);
    for (int i = 0; i < n; i++)
        put(sink, (char)s[i]);
    if (conversion->left)
        fill(sink, ' ', conversion->width - n);
    return 1;
}

static int put_wide_string(struct sink *sink, struct conversion *conversion, const int *s)
{
    int n = 0;
    if (s == 0) {
        put_string(sink, conversion, 0);
        return 1;
    }
    while ((conversion->precision < 0 || n < conversion->precision) && s[n] != 0)
        n++;
    return put_wide(sink, conversion, s, n);
}

static void put_pointer(struct sink *sink, struct conversion *conversion, unsigned long value)
{
    if (value == 0)
        put_text(sink, conversion, "(nil)", 5);
    else
        put_number(sink, conversion, value, conversion->plus ? "+0x" : conversion->space ? " 0x" : "0x", 16,
                   "0123456789abcdef");
}

/* Writes a floating-point number, which the engine formats according to the directive. */
static void put_float(struct sink *sink, struct conversion *conversion, double value, char letter)
{
    char format[40], small[64], *text = small;
    struct sink to = {format, sizeof format, 0};
    struct conversion plain = {.precision = -1};
    int n;
    put(&to, '%');
    if (conversion->left)
        put(&to, '-');
    if (conversion->plus)
        put(&to, '+');
    if (conversion->space)
        put(&to, ' ');
    if (conversion->alternate)
        put(&to, '#');
    if (conversion->zero)
        put(&to, '0');
    if (conversion->width > 0)
        put_number(&to, &plain, (unsigned long)conversion->width, "", 10, "0123456789");
    if (conversion->precision >= 0) {
        put(&to, '.');
        put_number(&to, &plain, (unsigned long)conversion->precision, "", 10, "0123456789");
    }
    put(&to, letter);
    format[to.length] = 0;
    n = __symtool_format_float(small, sizeof small, format, value);
    if (n >= (int)sizeof small) {
        text = malloc((unsigned long)n + 1);
        __symtool_format_float(text, (unsigned long)n + 1, format, value);
    }
    for (int i = 0; i < n; i++)
        put(sink, text[i]);
    if (text != small)
        free(text);
}

/* Writes `%La`, which shows the 64-bit significand in 16 digits, the first of them at least 8. */
static void put_long_hexadecimal(struct sink *sink, struct conversion *conversion, double value, char letter)
{
    const char *digits = letter == 'A' ? "0123456789ABCDEF" : "0123456789abcdef";
    struct conversion plain = {.precision = -1};
    char text[64];
    struct sink to = {text, sizeof text, 0};
    int is_normal = __builtin_isnormal(value), exponent;
    union { double value; unsigned long bits; } u;
    u.value = is_normal ? value : value * 0x1p64;
    unsigned long significand = 1UL << 63 | u.bits << 11;
    const char *sign = u.bits >> 63 ? "-" : conversion->plus ? "+" : conversion->space ? " " : "";
    exponent = (int)(u.bits >> 52 & 0x7ff) - 1023 - 3 - (is_normal ? 0 : 64);
    int blanks, least = conversion->precision < 0 ? 0 : conversion->precision;
    put(&to, digits[significand >> 60]);
    significand <<= 4;
    if (conversion->precision >= 0 && (least > 40 || (least < 16 && significand << 4 * least != 0)))
        __symtool_unsupported("this precision of %La");
    if (significand != 0 || least > 0 || conversion->alternate)
        put(&to, '.');
    for (; significand != 0 || least > 0; least--, significand <<= 4)
        put(&to, digits[significand >> 60]);
    put(&to, letter == 'A' ? 'P' : 'p');
    put_number(&to, &plain, (unsigned long)(exponent < 0 ? -exponent : exponent), exponent < 0 ? "-" : "+", 10, digits);
    blanks = conversion->width - (int)strlen(sign) - 2 - (int)to.length;
    if (!conversion->left && !conversion->zero)
        fill(sink, ' ', blanks);
    for (; *sign != 0; sign++)
        put(sink, *sign);
    put(sink, '0');
    put(sink, letter == 'A' ? 'X' : 'x');
    if (!conversion->left && conversion->zero)
        fill(sink, '0', blanks);
    for (unsigned long i = 0; i < to.length; i++)
        put(sink, text[i]);
    if (conversion->left)
        fill(sink, ' ', blanks);
}

static void put_count(struct sink *sink, struct conversion *conversion, void *to)
{
    switch (conversion->bytes) {
    case 1: *(signed char *)to = (signed char)sink->length; break;
    case 2: *(short *)to = (short)sink->length; break;
    case 4: *(int *)to = (int)sink->length; break;
    default: *(long *)to = (long)sink->length; break;
    }
}

/* Performs the conversion of a letter; returns 0 if it is unknown, -1 if the value cannot be converted. */
static int convert(struct sink *sink, struct conversion *conversion, struct arguments *arguments, char letter)
{
    void *at = letter == '%' || letter == 'm' ? 0 : argument(arguments, conversion->position);
    switch (letter) {
    case 'd':
    case 'i': put_signed(sink, conversion, at); return 1;
    case 'u':
    case 'o':
    case 'x':
    case 'X': put_unsigned(sink, conversion, at, letter); return 1;
    case 'a':
    case 'A':
        if (conversion->is_long_double && *(double *)at != 0 && __builtin_isfinite(*(double *)at)) {
            put_long_hexadecimal(sink, conversion, *(double *)at, letter);
            return 1;
        }
        /* fall through */
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': put_float(sink, conversion, *(double *)at, letter); return 1;
    case 'p': put_pointer(sink, conversion, *(unsigned long *)at); return 1;
    case 'n': put_count(sink, conversion, *(void **)at); return 1;
    case 'm': put_string(sink, conversion, strerror(errno)); return 1;
    case '%': put(sink, '%'); return 1;
    case 'C': return put_wide(sink, conversion, at, 1);
    case 'S': return put_wide_string(sink, conversion, *(int **)at);
    case 'c': {
        char c = (char)*(int *)at;
        if (conversion->bytes == 8)
            return put_wide(sink, conversion, at, 1);
        put_text(sink, conversion, &c, 1);
        return 1;
    }
    case 's':
        if (conversion->bytes == 8)
            return put_wide_string(sink, conversion, *(int **)at);
        put_string(sink, conversion, *(char **)at);
        return 1;
    default: return 0;
    }
}

int vsnprintf(char *to, unsigned long size, const char *format, va_list list)
{
    struct sink sink = {to, size, 0};
    struct arguments arguments = {*(char **)((char *)list + 8), 0};
    for (const char *s = format; *s != 0; s++) {
        if (*s != '%') {
            put(&sink, *s);
            continue;
        }
        struct conversion conversion = {.precision = -1, .bytes = 4};
        s = directive(s + 1, &conversion, &arguments);
        int converted = convert(&sink, &conversion, &arguments, *s);
        if (converted == 0)
            __symtool_unsupported("this conversion of printf into memory");
        if (converted != 1)
            return -1;
    }
    if (size > 0)
        to[sink.length < size ? sink.length : size - 1] = 0;
    return (int)sink.length;
}

int vsprintf(char *to, const char *format, va_list list)
{
    return vsnprintf(to, 1UL << 31, format, list);
}

int snprintf(char *to, unsigned long size, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vsnprintf(to, size, format, list);
    __builtin_va_end(list);
    return n;
}

int sprintf(char *to, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vsprintf(to, format, list);
    __builtin_va_end(list);
    return n;
}

int vasprintf(char **to, const char *format, va_list list)
{
    va_list again;
    __builtin_va_copy(again, list);
    int n = vsnprintf(0, 0, format, again);
    __builtin_va_end(again);
    if (n < 0)
        return -1;
    *to = malloc((unsigned long)n + 1);
    if (*to == 0)
        return -1;
    return vsnprintf(*to, (unsigned long)n + 1, format, list);
}

int asprintf(char **to, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vasprintf(to, format, list);
    __builtin_va_end(list);
    return n;
}
