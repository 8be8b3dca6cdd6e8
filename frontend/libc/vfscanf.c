/* vfscanf, vsscanf (C11 7.21.6.2): formatted input from a stream or a string. Undefined cases behave as in glibc:
   numbers out of range saturate, and `0x` without digits is 0. */
#include "internal/io.h"

double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
long double strtold(const char *text, char **end);
unsigned long strtoul(const char *text, char **end, int base);
long strtol(const char *text, char **end, int base);

enum { NUMBER = 512, END = -1 };

/* The result of a conversion: assigned, matching failure, or input failure. */
enum { MATCHED, MISMATCHED, EXHAUSTED };

/* The source of the characters: a stream, or else a string. */
struct source {
    FILE *file;
    const char *text;
    int taken;
};

struct conversion {
    int suppressed, allocates;
    int width; /* 0: no width */
    int bytes; /* size of the object to which the conversion stores */
    int wide;  /* `L`, `ll`, `l` */
    void *to;
};

static int next(struct source *source)
{
    int c = source->file != 0 ? fgetc(source->file) : (unsigned char)*source->text;
    if (source->file == 0) {
        if (c == 0)
            return END;
        source->text++;
    }
    if (c != END)
        source->taken++;
    return c;
}

static void back(struct source *source, int c)
{
    if (c == END)
        return;
    source->taken--;
    if (source->file != 0)
        ungetc(c, source->file);
    else
        source->text--;
}

static int is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static int is_hex(int c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static int lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* Skips white space; consumes and returns the next character. */
static int skip_space(struct source *source)
{
    int c = next(source);
    while (c != END && is_space(c))
        c = next(source);
    return c;
}

/* The characters of a number, up to the field width. */
struct number {
    char text[NUMBER];
    int length;
    int left; /* characters left in the field width; negative: unlimited */
};

/* Stores a character and returns the next one; END at the end of the input or the field width. */
static int keep(struct source *source, struct number *number, int c)
{
    if (number->length < NUMBER - 1)
        number->text[number->length++] = (char)c;
    else
        __symtool_unsupported("a number of more than 511 characters in the input of scanf");
    if (number->left > 0)
        number->left--;
    return number->left == 0 ? END : next(source);
}

static void begin(struct number *number, struct conversion *conversion)
{
    number->length = 0;
    number->left = conversion->width > 0 ? conversion->width : -1;
}

static void store_integer(struct conversion *conversion, unsigned long value)
{
    if (conversion->suppressed)
        return;
    switch (conversion->bytes) {
    case 1: *(unsigned char *)conversion->to = (unsigned char)value; break;
    case 2: *(unsigned short *)conversion->to = (unsigned short)value; break;
    case 4: *(unsigned *)conversion->to = (unsigned)value; break;
    default: *(unsigned long *)conversion->to = value; break;
    }
}

static int scan_integer(struct source *source, struct conversion *conversion, int base, int is_signed)
{
    struct number number;
    char *end;
    int c = skip_space(source);
    if (c == END)
        return EXHAUSTED;
    begin(&number, conversion);
    if (c == '-' || c == '+')
        c = keep(source, &number, c);
    if (c == '0' && (base == 0 || base == 16)) {
        c = keep(source, &number, c);
        if (c != END && lower(c) == 'x') {
            base = 16;
            c = keep(source, &number, c);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    while (c != END && (base == 16 ? is_hex(c) : c >= '0' && c < '0' + base))
        c = keep(source, &number, c);
    back(source, c);
    number.text[number.length] = 0;
    unsigned long value = is_signed ? (unsigned long)strtol(number.text, &end, base) : strtoul(number.text, &end, base);
    if (end == number.text)
        return MISMATCHED;
    store_integer(conversion, value);
    return MATCHED;
}

/* Consumes the rest of a word such as `nan`; returns 0 if the input differs. */
static int keep_word(struct source *source, struct number *number, int *c, const char *word)
{
    for (; *word != 0; word++) {
        if (*c == END || lower(*c) != *word)
            return 0;
        *c = keep(source, number, *c);
    }
    return 1;
}

/* Consumes the digits of a floating-point number, its point and its exponent. */
static int keep_digits(struct source *source, struct number *number, int c, int hexadecimal)
{
    int point = 0, exponent = 0, digits = 0, mark = hexadecimal ? 'p' : 'e';
    for (;;) {
        if (c == END)
            return c;
        if (is_digit(c) || (hexadecimal && !exponent && is_hex(c))) {
            digits = 1;
        } else if (exponent && lower(number->text[number->length - 1]) == mark && (c == '-' || c == '+')) {
            ;
        } else if (digits && !exponent && lower(c) == mark) {
            exponent = point = 1;
        } else if (!point && c == '.') {
            point = 1;
        } else {
            return c;
        }
        c = keep(source, number, c);
    }
}

/* Consumes a floating-point number; returns 0 if there is none. */
static int keep_float(struct source *source, struct number *number, int *c)
{
    int start, hexadecimal = 0;
    if (*c == '-' || *c == '+')
        *c = keep(source, number, *c);
    if (*c != END && lower(*c) == 'n')
        return keep_word(source, number, c, "nan");
    if (*c != END && lower(*c) == 'i') {
        if (!keep_word(source, number, c, "inf"))
            return 0;
        return *c == END || lower(*c) != 'i' || keep_word(source, number, c, "inity");
    }
    start = number->length;
    if (*c == '0') {
        *c = keep(source, number, *c);
        if (*c != END && lower(*c) == 'x') {
            hexadecimal = 1;
            *c = keep(source, number, *c);
            start = number->length;
        }
    }
    *c = keep_digits(source, number, *c, hexadecimal);
    return number->length > start;
}

static int scan_float(struct source *source, struct conversion *conversion)
{
    struct number number;
    char *end;
    int c = skip_space(source), good;
    if (c == END)
        return EXHAUSTED;
    begin(&number, conversion);
    good = keep_float(source, &number, &c);
    back(source, c);
    number.text[number.length] = 0;
    if (!good)
        return MISMATCHED;
    if (conversion->wide == 2) {
        long double value = strtold(number.text, &end);
        if (!conversion->suppressed && end != number.text)
            *(long double *)conversion->to = value;
    } else if (conversion->wide) {
        double value = strtod(number.text, &end);
        if (!conversion->suppressed && end != number.text)
            *(double *)conversion->to = value;
    } else {
        float value = strtof(number.text, &end);
        if (!conversion->suppressed && end != number.text)
            *(float *)conversion->to = value;
    }
    return end == number.text ? MISMATCHED : MATCHED;
}

/* The destination of text: the caller's array, or a block that grows. */
struct text {
    char *to;
    unsigned long length, room;
    int stored, grows;
};

static void begin_text(struct text *text, struct conversion *conversion)
{
    text->stored = !conversion->suppressed;
    text->grows = text->stored && conversion->allocates;
    text->length = 0;
    text->room = 32;
    text->to = text->grows ? malloc(text->room) : (char *)conversion->to;
}

static void put(struct text *text, int c)
{
    if (!text->stored)
        return;
    if (text->grows && text->length == text->room) {
        text->room *= 2;
        text->to = realloc(text->to, text->room);
    }
    text->to[text->length++] = (char)c;
}

static void end_text(struct text *text, struct conversion *conversion)
{
    if (text->grows)
        *(char **)conversion->to = realloc(text->to, text->length);
}

/* Scans a text of the characters for which `accepted` is set, or of any characters if `accepted` is null. */
static int scan_text(struct source *source, struct conversion *conversion, const char *accepted, int ends)
{
    struct text text;
    int left = conversion->width > 0 ? conversion->width : ends ? -1 : 1;
    int c = next(source), taken = 0;
    if (c == END)
        return EXHAUSTED;
    if (accepted != 0 && !accepted[c]) {
        back(source, c);
        return MISMATCHED;
    }
    begin_text(&text, conversion);
    while (c != END && left != 0 && (accepted == 0 || accepted[c])) {
        put(&text, c);
        taken++;
        if (left > 0)
            left--;
        c = left == 0 ? END : next(source);
    }
    back(source, c);
    if (ends)
        put(&text, 0);
    end_text(&text, conversion);
    return MATCHED;
}

static int scan_word(struct source *source, struct conversion *conversion)
{
    char accepted[256];
    int c = skip_space(source);
    if (c == END)
        return EXHAUSTED;
    back(source, c);
    for (int i = 0; i < 256; i++)
        accepted[i] = !is_space(i);
    return scan_text(source, conversion, accepted, 1);
}

/* Parses a scan set after `[`; returns the position of its `]`, or null. */
static const char *read_set(const char *s, char *accepted)
{
    int without = *s == '^';
    if (without)
        s++;
    memset(accepted, without, 256);
    for (const char *first = s; *s != 0 && (*s != ']' || s == first); s++) {
        unsigned char low = (unsigned char)*s, high = low;
        if (s[1] == '-' && s[2] != ']' && s[2] != 0 && (unsigned char)s[2] >= low) {
            high = (unsigned char)s[2];
            s += 2;
        }
        for (int c = low; c <= high; c++)
            accepted[c] = !without;
    }
    return *s == ']' ? s : 0;
}

static int scan_pointer(struct source *source, struct conversion *conversion)
{
    const char *nil = "(nil)";
    int c = skip_space(source);
    if (c == END)
        return EXHAUSTED;
    conversion->bytes = 8;
    if (c != '(') {
        back(source, c);
        return scan_integer(source, conversion, 16, 0);
    }
    for (nil++; *nil != 0; nil++)
        if (next(source) != *nil)
            return MISMATCHED;
    store_integer(conversion, 0);
    return MATCHED;
}

static const char *length_modifier(const char *s, struct conversion *conversion)
{
    conversion->bytes = 4;
    switch (*s) {
    case 'h':
        conversion->bytes = s[1] == 'h' ? 1 : 2;
        return s[1] == 'h' ? s + 2 : s + 1;
    case 'l':
    case 'L':
    case 'q':
        conversion->bytes = 8;
        conversion->wide = *s == 'L' ? 2 : 1;
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

/* The variable arguments: 16 bytes each from `base` on. */
struct arguments {
    char *base;
    int taken;
};

/* Parses a directive up to its letter and consumes its argument. */
static const char *directive(const char *s, struct conversion *conversion, struct arguments *arguments)
{
    int number = 0, position = 0;
    const char *start = s;
    for (; is_digit(*s); s++)
        number = number * 10 + (*s - '0');
    if (*s == '$' && number > 0) {
        position = number;
        s++;
    } else {
        s = start;
    }
    for (; *s == '*' || *s == '\'' || *s == 'I'; s++)
        conversion->suppressed |= *s == '*';
    for (; is_digit(*s); s++)
        if (conversion->width < 100000000)
            conversion->width = conversion->width * 10 + (*s - '0');
    if (*s == 'm') {
        conversion->allocates = 1;
        s++;
    }
    s = length_modifier(s, conversion);
    if (!conversion->suppressed && *s != '%' && *s != 0) {
        int index = position > 0 ? position - 1 : arguments->taken++;
        conversion->to = *(void **)(arguments->base + 16l * index);
    }
    return s;
}

/* Performs one conversion; `*s` points to its letter, and is advanced to its end. */
static int convert(struct source *source, struct conversion *conversion, const char **s)
{
    char accepted[256];
    int wide_text = conversion->wide && (**s == 'c' || **s == 's' || **s == '[');
    if (wide_text) {
        __symtool_unsupported("wide characters in scanf");
        return MISMATCHED;
    }
    switch (**s) {
    case 'd': return scan_integer(source, conversion, 10, 1);
    case 'i': return scan_integer(source, conversion, 0, 1);
    case 'u': return scan_integer(source, conversion, 10, 0);
    case 'o': return scan_integer(source, conversion, 8, 0);
    case 'x':
    case 'X': return scan_integer(source, conversion, 16, 0);
    case 'p': return scan_pointer(source, conversion);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return scan_float(source, conversion);
    case 'c': return scan_text(source, conversion, 0, 0);
    case 's': return scan_word(source, conversion);
    case '[': {
        const char *end = read_set(*s + 1, accepted);
        if (end == 0)
            return MISMATCHED;
        *s = end;
        return scan_text(source, conversion, accepted, 1);
    }
    default:
        __symtool_unsupported("this conversion of scanf");
        return MISMATCHED;
    }
}

/* Matches a literal character of the format. */
static int literal(struct source *source, int c, int wanted)
{
    if (c == wanted)
        return MATCHED;
    back(source, c);
    return c == END ? EXHAUSTED : MISMATCHED;
}

static int scan(struct source *source, const char *format, va_list list)
{
    struct arguments arguments = {*(char **)((char *)list + 8), 0};
    int assigned = 0, result = MATCHED;
    for (const char *s = format; *s != 0; s++) {
        if (is_space(*s)) {
            back(source, skip_space(source));
            continue;
        }
        if (*s != '%') {
            result = literal(source, next(source), (unsigned char)*s);
        } else {
            struct conversion conversion = {0};
            s = directive(s + 1, &conversion, &arguments);
            if (*s == 0)
                return assigned;
            if (*s == '%') {
                result = literal(source, skip_space(source), '%');
            } else if (*s == 'n') {
                store_integer(&conversion, (unsigned long)source->taken);
            } else {
                result = convert(source, &conversion, &s);
                assigned += result == MATCHED && !conversion.suppressed;
            }
        }
        if (result != MATCHED)
            return result == EXHAUSTED && assigned == 0 ? END : assigned;
    }
    return assigned;
}

int vfscanf(FILE *file, const char *format, va_list list)
{
    struct source source = {file, 0, 0};
    return scan(&source, format, list);
}

int vsscanf(const char *text, const char *format, va_list list)
{
    struct source source = {0, text, 0};
    return scan(&source, format, list);
}
