/* inet_pton, inet_ntop, inet_aton, inet_addr, inet_ntoa (POSIX): texts of internet
   addresses. in6addr_any, in6addr_loopback: addresses of IPv6. */
#include "internal/io.h"

enum { INET = 2, INET6 = 10, EAFNOSUPPORT = 97, WORDS = 8 };

struct in_addr { unsigned host; };

/* As in <netinet/in.h>. */
struct in6_addr {
    union {
        unsigned char __symtool_8[16];
        unsigned short __symtool_16[8];
        unsigned __symtool_32[4];
    } __symtool_bytes;
};

const struct in6_addr in6addr_any, in6addr_loopback = {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}};

/* Returns the value of a digit, 99 if the character is none. */
static unsigned digit(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return 99;
}

/* Parses four decimal numbers without leading zeros. Returns whether the whole text is such an address. */
static int parse_four(const char *s, unsigned char *to)
{
    for (int i = 0; i < 4; i++) {
        unsigned value = 0, n = 0;
        if (i > 0 && *s++ != '.')
            return 0;
        for (; digit(*s) < 10; s++, n++) {
            if (n > 0 && value == 0)
                return 0;
            value = value * 10 + digit(*s);
            if (value > 255)
                return 0;
        }
        if (n == 0)
            return 0;
        to[i] = (unsigned char)value;
    }
    return *s == 0;
}

/* Moves the words from `gap` on to the end of the address and fills the gap with zeros. */
static void open_gap(unsigned char *to, int gap, int count)
{
    int moved = count - gap;
    memmove(to + 2 * (WORDS - moved), to + 2 * gap, 2 * (unsigned long)moved);
    memset(to + 2 * gap, 0, 2 * (unsigned long)(WORDS - count));
}

/* Parses an IPv6 address. Returns whether the text is one. */
static int parse_six(const char *s, unsigned char *to)
{
    int count = 0, gap = -1;
    unsigned char bytes[2 * WORDS];
    if (*s == ':' && *++s != ':')
        return 0;
    while (*s != 0) {
        const char *start = s;
        unsigned value = 0;
        if (*s == ':') {
            if (gap >= 0)
                return 0;
            gap = count;
            s++;
            continue;
        }
        while (digit(*s) < 16 && s - start < 5)
            value = value << 4 | digit(*s++);
        if (*s == '.' && count + 2 <= WORDS && parse_four(start, bytes + 2 * count)) {
            count += 2;
            break;
        }
        if (s == start || s - start > 4 || count == WORDS || (*s != 0 && *s != ':') || (*s == ':' && s[1] == 0))
            return 0;
        bytes[2 * count] = (unsigned char)(value >> 8);
        bytes[2 * count + 1] = (unsigned char)value;
        count++;
        if (*s == ':')
            s++;
    }
    if (gap >= 0 ? count == WORDS : count != WORDS)
        return 0;
    if (gap >= 0)
        open_gap(bytes, gap, count);
    memcpy(to, bytes, sizeof bytes);
    return 1;
}

/* inet_pton under a name that a program cannot define. */
int __symtool_pton(int family, const char *text, void *address)
{
    unsigned char bytes[4];
    if (family == INET6)
        return parse_six(text, address);
    if (family != INET)
        return __symtool_fail(EAFNOSUPPORT);
    if (!parse_four(text, bytes))
        return 0;
    memcpy(address, bytes, sizeof bytes);
    return 1;
}

int inet_pton(int family, const char *text, void *address)
{
    return __symtool_pton(family, text, address);
}

static char *put_number(char *to, unsigned value, unsigned base)
{
    if (value >= base)
        to = put_number(to, value / base, base);
    *to = "0123456789abcdef"[value % base];
    return to + 1;
}

static char *put_four(char *to, const unsigned char *bytes)
{
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            *to++ = '.';
        to = put_number(to, bytes[i], 10);
    }
    *to = 0;
    return to;
}

/* Returns the first word of the longest sequence of at least two zero words, and stores its length; -1 if there is none. */
static int longest_gap(const unsigned *words, int *length)
{
    int best = -1;
    *length = 1;
    for (int i = 0; i < WORDS; i++) {
        int n = 0;
        while (i + n < WORDS && words[i + n] == 0)
            n++;
        if (n > *length) {
            best = i;
            *length = n;
        }
    }
    return best;
}

static void put_six(char *to, const unsigned char *bytes)
{
    unsigned words[WORDS];
    int length, gap;
    for (int i = 0; i < WORDS; i++)
        words[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
    gap = longest_gap(words, &length);
    for (int i = 0; i < WORDS; i++) {
        if (i == gap) {
            *to++ = ':';
            i += length - 1;
            if (i == WORDS - 1)
                *to++ = ':';
            continue;
        }
        if (i > 0)
            *to++ = ':';
        if (i == 6 && gap == 0 && (length == 6 || (length == 5 && words[5] == 0xffff))) {
            put_four(to, bytes + 12);
            return;
        }
        to = put_number(to, words[i], 16);
    }
    *to = 0;
}

/* inet_ntop under a name that a program cannot define. */
const char *__symtool_ntop(int family, const void *address, char *text, unsigned size)
{
    char all[46];
    if (family == INET) {
        put_four(all, address);
    } else if (family == INET6) {
        put_six(all, address);
    } else {
        errno = EAFNOSUPPORT;
        return 0;
    }
    if (strlen(all) >= size) {
        errno = SYMTOOL_ENOSPC;
        return 0;
    }
    return memcpy(text, all, strlen(all) + 1);
}

const char *inet_ntop(int family, const void *address, char *text, unsigned size)
{
    return __symtool_ntop(family, address, text, size);
}

/* Parses a number as in C. Returns its end; null if there is none, or if it is larger than 32 bits. */
static const char *number(const char *s, unsigned long *value)
{
    unsigned base = 10;
    *value = 0;
    if (digit(*s) >= 10)
        return 0;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) {
        base = 16;
        s += 2;
    } else if (s[0] == '0') {
        base = 8;
    }
    for (; digit(*s) < base; s++) {
        *value = *value * base + digit(*s);
        if (*value > 0xffffffff)
            return 0;
    }
    return s;
}

static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Parses one to four numbers; the last one fills the rest of the address. */
int __symtool_aton(const char *text, void *address)
{
    unsigned char bytes[4];
    unsigned long value;
    int count = 0;
    const char *s = number(text, &value);
    while (s != 0 && *s == '.') {
        if (count == 3 || value > 255)
            return 0;
        bytes[count++] = (unsigned char)value;
        s = number(s + 1, &value);
    }
    if (s == 0 || (*s != 0 && !is_space(*s)) || value > 0xffffffff >> 8 * count)
        return 0;
    for (int i = 3; i >= count; i--, value >>= 8)
        bytes[i] = (unsigned char)value;
    if (address != 0)
        memcpy(address, bytes, sizeof bytes);
    return 1;
}

int inet_aton(const char *text, void *address)
{
    return __symtool_aton(text, address);
}

unsigned inet_addr(const char *text)
{
    unsigned address;
    return __symtool_aton(text, &address) ? address : 0xffffffff;
}

char *inet_ntoa(struct in_addr address)
{
    static char text[16];
    put_four(text, (unsigned char *)&address);
    return text;
}
