/* vsnprintf and what is built on it (C11 7.21.6): formatted text into memory. Conversions d i u o x X c s p n %,
   flags, width, precision and length modifiers as in 7.21.6.1; floating-point conversions are not among them. */
typedef __builtin_va_list va_list;
void *malloc(unsigned long size);
void free(void *block);
int printf(const char *format, ...);
void __symtool_unsupported(const char *what);

/* Where the text goes; what does not fit is only counted. */
struct sink {
    char *to;
    unsigned long size;
    unsigned long length;
};

struct conversion {
    int left, plus, space, alternate, zero;
    int width, precision; /* a precision of -1 is none */
    int bytes;            /* of an integer argument */
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
    case 'j':
    case 'z':
    case 't':
        conversion->bytes = 8;
        return s + 1;
    default:
        return s;
    }
}

static void put_signed(struct sink *sink, struct conversion *conversion, long value)
{
    const char *sign = value < 0 ? "-" : conversion->plus ? "+" : conversion->space ? " " : "";
    unsigned long size = value < 0 ? -(unsigned long)value : (unsigned long)value;
    put_number(sink, conversion, size, sign, 10, "0123456789");
}

static void put_string(struct sink *sink, struct conversion *conversion, const char *s)
{
    int n = 0;
    if (s == 0)
        s = "(null)";
    while ((conversion->precision < 0 || n < conversion->precision) && s[n] != 0)
        n++;
    put_text(sink, conversion, s, n);
}

int vsnprintf(char *to, unsigned long size, const char *format, va_list list)
{
    struct sink sink = {to, size, 0};
    const char *lower = "0123456789abcdef", *upper = "0123456789ABCDEF";
    for (const char *s = format; *s != 0; s++) {
        if (*s != '%') {
            put(&sink, *s);
            continue;
        }
        struct conversion conversion = {0, 0, 0, 0, 0, 0, -1, 4};
        s = flags(s + 1, &conversion);
        if (*s == '*') {
            conversion.width = __builtin_va_arg(list, int);
            s++;
            if (conversion.width < 0) {
                conversion.left = 1;
                conversion.width = -conversion.width;
            }
        }
        for (; *s >= '0' && *s <= '9'; s++)
            conversion.width = conversion.width * 10 + (*s - '0');
        if (*s == '.') {
            conversion.precision = 0;
            s++;
            if (*s == '*') {
                conversion.precision = __builtin_va_arg(list, int);
                s++;
            }
            for (; *s >= '0' && *s <= '9'; s++)
                conversion.precision = conversion.precision * 10 + (*s - '0');
        }
        s = length_modifier(s, &conversion);
        unsigned long value = 0;
        switch (*s) {
        case 'd':
        case 'i': {
            long number;
            if (conversion.bytes == 8)
                number = __builtin_va_arg(list, long);
            else
                number = __builtin_va_arg(list, int);
            put_signed(&sink, &conversion, cut_signed(number, conversion.bytes));
            break;
        }
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            if (conversion.bytes == 8)
                value = __builtin_va_arg(list, unsigned long);
            else
                value = __builtin_va_arg(list, unsigned);
            value = cut_unsigned(value, conversion.bytes);
            if (*s == 'u')
                put_number(&sink, &conversion, value, "", 10, lower);
            else if (*s == 'o')
                put_number(&sink, &conversion, value, "", 8, lower);
            else if (*s == 'x')
                put_number(&sink, &conversion, value,
                           conversion.alternate && value != 0 ? "0x" : "", 16, lower);
            else
                put_number(&sink, &conversion, value,
                           conversion.alternate && value != 0 ? "0X" : "", 16, upper);
            break;
        case 'p':
            value = (unsigned long)__builtin_va_arg(list, void *);
            if (value == 0)
                put_text(&sink, &conversion, "(nil)", 5);
            else
                put_number(&sink, &conversion, value, "0x", 16, lower);
            break;
        case 'c': {
            char c = (char)__builtin_va_arg(list, int);
            put_text(&sink, &conversion, &c, 1);
            break;
        }
        case 's':
            put_string(&sink, &conversion, __builtin_va_arg(list, const char *));
            break;
        case 'n':
            *__builtin_va_arg(list, int *) = (int)sink.length;
            break;
        case '%':
            put(&sink, '%');
            break;
        default:
            __symtool_unsupported("this conversion of printf into memory");
            return -1;
        }
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

int vprintf(const char *format, va_list list)
{
    char *text;
    int n = vasprintf(&text, format, list);
    if (n < 0)
        return n;
    printf("%s", text);
    free(text);
    return n;
}
