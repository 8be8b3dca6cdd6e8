/* Parsing of integers: value, end and errno. */
#include "support.h"
#include <errno.h>
#include <inttypes.h>

static void number(const char *text, int base)
{
    char *end;
    printf("\"%s\" base %d:", text, base);
#define TRY(function)                                                                              \
    end = NULL;                                                                                    \
    errno = 0;                                                                                     \
    printf(" %lld", (long long)function(text, &end, base));                                        \
    printf("@%ld!%d", offset(end, text), errno);
    TRY(strtol)
    TRY(strtoul)
    TRY(strtoll)
    TRY(strtoull)
    TRY(strtoimax)
    TRY(strtoumax)
    printf("\n");
    add(strtol(text, NULL, base));
}

int main(void)
{
    static const char *const texts[] = {
        "", " ", "0", "-0", "+7", "- 7", "+-7", "12abc", "0x", "0x1f", "0X1F", "0xg", "-0x10", "077", "08", "0b101", "  \t\n\v\f\r42",
        "zZ", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
        "99999999999999999999999999", "-99999999999999999999999999", "7fffffffffffffff", "8000000000000000", "ffffffffffffffffz",
        "1_000", ".5", "0x-1", "00x1", "\xa0" "5"};
    static const int bases[] = {0, 2, 3, 8, 10, 16, 35, 36, 1, -1, 37};
    for (unsigned i = 0; i < COUNT(texts); i++)
        for (unsigned j = 0; j < COUNT(bases); j++)
            number(texts[i], bases[j]);
    report("without end");
    for (unsigned i = 0; i < COUNT(texts); i++) {
        /* A long that does not fit into an int is converted by the cast. */
        printf("%d %ld %lld\n", atoi(texts[i]), atol(texts[i]), atoll(texts[i]));
    }
    for (int i = 0; i < 1000; i++) {
        static const char letters[] = "0123456789abcxX+- 07fF";
        char text[24];
        unsigned n = below(23);
        for (unsigned k = 0; k < n; k++)
            text[k] = letters[below(sizeof letters - 1)];
        text[n] = 0;
        int base = (int)below(37);
        char *end = NULL;
        errno = 0;
        add(strtol(text, &end, base == 1 ? 0 : base));
        add(offset(end, text));
        add(strtoul(text, &end, base == 1 ? 16 : base));
        add(offset(end, text));
        add(errno);
    }
    report("random");
    return 0;
}
