/* Parsing of floating-point numbers: value, end and errno. */
#include "floats.h"
#include <errno.h>

static void number(const char *text, int shown)
{
    char *end = NULL, *endf = NULL, *endl = NULL;
    errno = 0;
    double x = strtod(text, &end);
    int error = errno;
    errno = 0;
    float f = strtof(text, &endf);
    int errorf = errno;
    errno = 0;
    long double l = strtold(text, &endl);
    if (shown)
        printf("\"%s\": %016lx %ld %d  %08x %ld %d %ld\n", text, bits(x), offset(end, text), error, float_bits(f), offset(endf, text), errorf, offset(endl, text));
    add(bits(x));
    add(offset(end, text));
    add(error);
    add(float_bits(f));
    add(offset(endf, text));
    add(errorf);
    add(bits(atof(text)));
    /* Exact in double, hence exact in long double. */
    if (strlen(text) < 15 && (double)(int)x == x)
        add((int)l);
}

static const char *const texts[] = {"", " ", "1", "-1", "+1", "0", "-0", "0.5", ".5", "5.", ".", "-.", "e5", "1e", "1e+", "1e5", "1E5", "1e-5", "1.5e3x", " \t\n 42.25abc",
    "1e22", "1e23", "123456789012345678", "9007199254740993", "9007199254740992.9999999999", "9007199254740993.00000000000000000000000000000000001",
    "0.1", "0.2", "0.3", "3.14159265358979323846", "2.2250738585072014e-308", "2.2250738585072011e-308", "2.2250738585072012e-308", "4.9e-324", "2.5e-324", "2.4e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
    "1e-400", "1e400", "-1e400", "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1.797693134862315807e308",
    "3.4028234e38", "3.4028235e38", "3.4028236e38", "3.40282357e38", "1.17549435e-38", "1.1754943e-38", "1.4e-45", "7e-46", "7.1e-46", "1.00000005960464477539", "1.00000005960464477540", "16777217", "16777219", "33554435",
    "inf", "-INF", "infinity", "Infinit", "infinityx", "nan", "NaN", "nan(12)", "nan(x", "nano", "in",
    "0x1p0", "0x1.8p1", "0X.8P-2", "0x", "0xg", "0x.p1", "0x1p", "0x1.fffffffffffff8p0", "0x1.fffffffffffff7p0", "0x1.fffffffffffff80000000000001p0", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1.0000000000001p-1075", "0x1p1024", "0x1.fffffffffffff8p1023", "0x0p5", "0x00000000000000000000001p0",
    "0x123456789abcdef123p-40", "0x1.000001p0", "0x1.000002p0", "0x1.0000010000000001p0", "0x1.fffffep127", "0x1.ffffffp127", "0x1.fffffefffp127", "0x1p-150", "0x1.1p-150",
    "0x1.fffffffffffffp-1023", "0x1.ffffffffffffep-1023", "0x1.fffffffffffff8p-1023", "0x1.fffffep-127", "0x1.ffffffp-127",
    "000000000000000000000000000000000000000000000000001.5", "0.0000000000000000000000000000000000000000000000000000015", "100000000000000000000000000000000000000000000000000000000", "1e99999999999", "1e-99999999999", "0e99999999999",
    "8.5e15", "12345678901234567890123456789012345678901234567890e-30", "1.0000000000000001110223024625156540423631668090820312", "1.00000000000000011102230246251565404236316680908203125", "1.00000000000000011102230246251565404236316680908203126"};

int main(void)
{
    for (unsigned i = 0; i < COUNT(texts); i++)
        number(texts[i], 1);
    for (int i = 0; i < 400; i++) {
        char text[64];
        unsigned n = 0, whole = below(12), fraction = below(14);
        if (below(3) == 0)
            text[n++] = '-';
        for (unsigned k = 0; k < whole; k++)
            text[n++] = (char)('0' + below(10));
        if (below(4) != 0)
            text[n++] = '.';
        for (unsigned k = 0; k < fraction; k++)
            text[n++] = (char)('0' + below(10));
        if (below(2) == 0) {
            text[n++] = below(2) ? 'e' : 'E';
            if (below(2) == 0)
                text[n++] = '-';
            n += (unsigned)sprintf(text + n, "%u", below(i % 5 == 0 ? 330 : 30));
        }
        text[n] = 0;
        number(text, 0);
        if (i % 40 == 39)
            report("random");
    }
    /* Exactly halfway between two doubles, and slightly off. */
    char text[1000];
    memset(text, '0', sizeof text);
    memcpy(text, "9007199254740993.", 17);
    text[900] = 0;
    number(text, 0);
    text[899] = '1';
    number(text, 0);
    report("long");
    return 0;
}
