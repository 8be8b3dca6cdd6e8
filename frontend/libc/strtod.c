/* strtod, strtof, strtold, atof (C11 7.22.1.3): the floating-point number at the start of a string, correctly rounded.
   Short decimal numbers need one exact operation; long ones are divided as big integers. */
extern int errno;
double scalbn(double x, int n);
void __symtool_rounded(const char *what);

/* A big integer: digits in base 2^32, lowest first. Decimal digits after the 800th only affect rounding. */
enum { WORDS = 160, MOST_DIGITS = 800 };
struct big {
    int n;
    unsigned word[WORDS];
};

/* The format of a result: the number of significand bits, the exponent of the smallest number, and one more than the
   largest exponent. is_short is set for a long double, which has more bits than the double that represents it. */
struct format {
    int digits, lowest, beyond, is_short;
};
static const struct format of_double = {53, -1074, 1024, 0}, of_float = {24, -149, 128, 0};
static const struct format of_long_double = {53, -1074, 1024, 1};

static void lost(const struct format *format)
{
    if (format->is_short)
        __symtool_rounded("the number in this text");
}

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static int space(char c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int decimal(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns the value of a hexadecimal digit, or -1. */
static int nibble(char c)
{
    int l = lower(c);
    if (decimal(c))
        return c - '0';
    return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

/* Returns the length of `word` if the text starts with it, otherwise 0. */
static int begins(const char *text, const char *word)
{
    int i = 0;
    while (word[i] != 0) {
        if (lower(text[i]) != word[i])
            return 0;
        i++;
    }
    return i;
}

static void times_plus(struct big *a, unsigned factor, unsigned more)
{
    unsigned long carry = more;
    for (int i = 0; i < a->n; i++) {
        carry += (unsigned long)a->word[i] * factor;
        a->word[i] = (unsigned)carry;
        carry >>= 32;
    }
    if (carry != 0)
        a->word[a->n++] = (unsigned)carry;
}

static void times_power_of_ten(struct big *a, int n)
{
    for (; n >= 9; n -= 9)
        times_plus(a, 1000000000, 0);
    for (; n > 0; n--)
        times_plus(a, 10, 0);
}

static int length(const struct big *a)
{
    int bits = 0;
    if (a->n == 0)
        return 0;
    for (unsigned top = a->word[a->n - 1]; top != 0; top >>= 1)
        bits++;
    return bits + 32 * (a->n - 1);
}

static void shift_left(struct big *a, int n)
{
    int words = n / 32, bits = n % 32;
    if (a->n == 0)
        return;
    for (int i = a->n - 1; i >= 0; i--)
        a->word[i + words] = a->word[i];
    for (int i = 0; i < words; i++)
        a->word[i] = 0;
    a->n += words;
    if (bits != 0)
        times_plus(a, 1u << bits, 0);
}

static int below(const struct big *a, const struct big *b)
{
    if (a->n != b->n)
        return a->n < b->n;
    for (int i = a->n - 1; i >= 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i];
    return 0;
}

static void subtract(struct big *a, const struct big *b)
{
    unsigned long borrow = 0;
    for (int i = 0; i < a->n; i++) {
        unsigned long part = (i < b->n ? b->word[i] : 0) + borrow;
        borrow = a->word[i] < part;
        a->word[i] -= (unsigned)part;
    }
    while (a->n > 0 && a->word[a->n - 1] == 0)
        a->n--;
}

/* Rounds value * 2^exponent, plus a small amount if `rest`, to nearest even. */
static double rounded(unsigned long value, int exponent, int rest, const struct format *format)
{
    unsigned long kept, cut, half;
    int drop, normal = 64 - format->digits, tiny = 0;
    if (value == 0)
        return 0;
    while ((value >> 63) == 0) {
        value <<= 1;
        exponent--;
    }
    drop = format->lowest - exponent;
    if (drop > normal) {
        /* Subnormal, unless the digits round up to the smallest normal number. */
        unsigned long low = value & ((1UL << normal) - 1), middle = 1UL << (normal - 1);
        int up = low > middle || (low == middle && (rest || (value >> normal & 1)));
        tiny = drop > normal + 1 || !(up && (value >> normal) == (1UL << format->digits) - 1);
    } else {
        drop = normal;
    }
    if (drop > 64) {
        errno = 34;
        lost(format);
        return 0;
    }
    kept = drop == 64 ? 0 : value >> drop;
    cut = drop == 64 ? value : value & ((1UL << drop) - 1);
    half = 1UL << (drop - 1);
    if (cut > half || (cut == half && (rest || (kept & 1))))
        kept++;
    if (cut != 0 || rest || exponent + drop > format->beyond)
        lost(format);
    if ((tiny && (cut != 0 || rest)) || exponent + drop > format->beyond)
        errno = 34;
    if (exponent + drop > format->beyond)
        return __builtin_inf();
    double result = scalbn((double)kept, exponent + drop);
    if (result >= scalbn(1, format->beyond - 1) && result / 2 >= scalbn(1, format->beyond - 1)) {
        errno = 34;
        lost(format);
        return __builtin_inf();
    }
    return result;
}

/* Computes digits * 10^exponent. */
static double divided(struct big *digits, int exponent, const struct format *format)
{
    static struct big divisor;
    unsigned long quotient = 0;
    int shift;
    divisor.n = 1;
    divisor.word[0] = 1;
    if (exponent > 0)
        times_power_of_ten(digits, exponent);
    else
        times_power_of_ten(&divisor, -exponent);
    /* Makes the quotient 63 or 64 bits long. */
    shift = 63 - (length(digits) - length(&divisor));
    if (shift > 0)
        shift_left(digits, shift);
    else
        shift_left(&divisor, -shift);
    shift_left(&divisor, 63);
    for (int i = 0; i < 64; i++) {
        quotient <<= 1;
        if (!below(digits, &divisor)) {
            subtract(digits, &divisor);
            quotient |= 1;
        }
        shift_left(digits, 1);
    }
    return rounded(quotient, -shift, digits->n != 0, format);
}

/* Parses an exponent `e` or `p` with its digits, if present, and advances *s. */
static int exponent_at(const char **s, char letter)
{
    const char *at = *s;
    int negative, value = 0;
    if (lower(*at) != letter)
        return 0;
    at++;
    negative = *at == '-';
    if (*at == '+' || *at == '-')
        at++;
    if (!decimal(*at))
        return 0;
    for (; decimal(*at); at++)
        if (value < 100000)
            value = value * 10 + (*at - '0');
    *s = at;
    return negative ? -value : value;
}

static double hexadecimal(const char **text, const struct format *format)
{
    const char *s = *text + 2;
    unsigned long value = 0;
    int exponent = 0, point = 0, rest = 0;
    for (;; s++) {
        int digit = nibble(*s);
        if (*s == '.' && !point) {
            point = 1;
            continue;
        }
        if (digit < 0)
            break;
        if (value >> 60 == 0) {
            value = value << 4 | (unsigned long)digit;
            exponent -= 4 * point;
        } else {
            rest |= digit != 0;
            exponent += 4 * !point;
        }
    }
    exponent += exponent_at(&s, 'p');
    *text = s;
    if (value != 0 && exponent < -20000)
        exponent = -20000;
    return rounded(value, exponent, rest, format);
}

static double number(const char **text, const struct format *format)
{
    static struct big digits;
    const char *s = *text;
    unsigned long small = 0;
    int count = 0, exponent = 0, point = 0, rest = 0;
    digits.n = 0;
    for (;; s++) {
        if (*s == '.' && !point) {
            point = 1;
            continue;
        }
        if (!decimal(*s))
            break;
        exponent -= point;
        if (*s == '0' && count == 0)
            continue;
        count++;
        if (count <= 19)
            small = small * 10 + (unsigned long)(*s - '0');
        if (count > 19 && count <= MOST_DIGITS) {
            if (count == 20) {
                digits.word[0] = (unsigned)small;
                digits.word[1] = (unsigned)(small >> 32);
                digits.n = digits.word[1] != 0 ? 2 : 1;
            }
            times_plus(&digits, 10, (unsigned)(*s - '0'));
        } else if (count > MOST_DIGITS) {
            rest |= *s != '0';
            exponent++;
        }
    }
    exponent += exponent_at(&s, 'e');
    *text = s;
    if (count == 0)
        return 0;
    if (count <= 15 && exponent >= -22 && exponent <= 22 && format->digits == 53 && !format->is_short)
        return exponent < 0 ? (double)small / powers[-exponent] : (double)small * powers[exponent];
    if (count <= 7 && exponent >= -10 && exponent <= 10 && !format->is_short)
        return exponent < 0 ? (float)small / (float)powers[-exponent] : (float)small * (float)powers[exponent];
    if (count + exponent > 310 || count + exponent < -345) {
        errno = 34;
        lost(format);
        return count + exponent > 0 ? __builtin_inf() : 0;
    }
    if (count <= 19) {
        digits.word[0] = (unsigned)small;
        digits.word[1] = (unsigned)(small >> 32);
        digits.n = digits.word[1] != 0 ? 2 : 1;
    }
    if (rest) {
        /* One more nonzero digit represents all truncated ones. */
        times_plus(&digits, 10, 1);
        exponent--;
    }
    return divided(&digits, exponent, format);
}

static double parsed(const char *text, char **end, const struct format *format)
{
    const char *s = text;
    double value;
    int negative, n;
    while (space(*s))
        s++;
    negative = *s == '-';
    if (*s == '+' || *s == '-')
        s++;
    if ((n = begins(s, "infinity")) != 0 || (n = begins(s, "inf")) != 0) {
        s += n;
        value = __builtin_inf();
    } else if ((n = begins(s, "nan")) != 0) {
        s += n;
        value = __builtin_nan("");
        if (*s == '(') {
            const char *close = s + 1;
            while (decimal(*close) || (lower(*close) >= 'a' && lower(*close) <= 'z') || *close == '_')
                close++;
            if (*close == ')')
                s = close + 1;
        }
    } else if (s[0] == '0' && lower(s[1]) == 'x' && (nibble(s[2]) >= 0 || (s[2] == '.' && nibble(s[3]) >= 0))) {
        value = hexadecimal(&s, format);
    } else if (decimal(*s) || (*s == '.' && decimal(s[1]))) {
        value = number(&s, format);
    } else {
        s = text;
        negative = 0;
        value = 0;
    }
    if (end != 0)
        *end = (char *)s;
    return negative ? -value : value;
}

double strtod(const char *text, char **end)
{
    return parsed(text, end, &of_double);
}

float strtof(const char *text, char **end)
{
    return (float)parsed(text, end, &of_float);
}

long double strtold(const char *text, char **end)
{
    return parsed(text, end, &of_long_double);
}

double atof(const char *text)
{
    return parsed(text, 0, &of_double);
}
