/* Functions that search strings and blocks. */
#include "support.h"
#include <strings.h>

static const char *const texts[] = {"", "a", "b", "ab", "ba", "aab", "abab", "aabaab", "A", "aB", "\xff", "a\xff", "\x01"};

static void pairs(void)
{
    for (unsigned i = 0; i < COUNT(texts); i++)
        for (unsigned j = 0; j < COUNT(texts); j++) {
            const char *a = texts[i], *b = texts[j];
            printf("%u %u: %d %d %d %d", i, j, sign(strcmp(a, b)), sign(strcoll(a, b)), sign(strcasecmp(a, b)),
                   sign(memcmp(a, b, strlen(a) < strlen(b) ? strlen(a) : strlen(b))));
            printf(" %zu %zu %ld %ld %ld\n", strspn(a, b), strcspn(a, b), offset(strpbrk(a, b), a),
                   offset(strstr(a, b), a), offset(strcasestr(a, b), a));
            for (unsigned n = 0; n < 4; n++) {
                add(sign(strncmp(a, b, n)));
                add(sign(strncasecmp(a, b, n)));
            }
        }
    report("bounded");
}

static void characters(void)
{
    static const int wanted[] = {0, 'a', 'b', 'B', 255, -1, 256 + 'a', 1};
    for (unsigned i = 0; i < COUNT(texts); i++)
        for (unsigned j = 0; j < COUNT(wanted); j++) {
            const char *s = texts[i];
            int c = wanted[j];
            unsigned long n = strlen(s);
            printf("%u %d: %ld %ld %ld %ld %ld %ld %ld\n", i, c, offset(strchr(s, c), s), offset(strrchr(s, c), s),
                   offset(index(s, c), s), offset(rindex(s, c), s), offset(strchrnul(s, c), s), offset(memchr(s, c, n), s),
                   offset(memrchr(s, c, n), s));
        }
    for (unsigned i = 0; i < COUNT(texts); i++)
        for (unsigned n = 0; n < 5; n++)
            add(strnlen(texts[i], n));
    report("strnlen");
}

static void random_pairs(void)
{
    char a[40], b[12];
    for (int i = 0; i < 3000; i++) {
        random_text(a, 30, 2 + i % 3);
        random_text(b, 1 + i % 10, 2 + i % 3);
        add(strlen(a));
        add(sign(strcmp(a, b)));
        add(sign(strncmp(a, b, below(8))));
        add(offset(strstr(a, b), a));
        add(offset(strcasestr(a, b), a));
        add(offset(memmem(a, strlen(a), b, strlen(b)), a));
        add(strspn(a, b));
        add(strcspn(a, b));
        add(offset(strpbrk(a, b), a));
        add(offset(strchr(a, 'b'), a));
        add(offset(strrchr(a, 'b'), a));
        add(sign(bcmp(a, b, strlen(b) < strlen(a) ? strlen(b) : strlen(a))) != 0);
    }
    report("random");
    printf("%ld %ld\n", offset(memmem("abc", 3, "", 0), "abc") == -1, offset(memmem("a", 1, "ab", 2), "a"));
}

int main(void)
{
    pairs();
    characters();
    random_pairs();
    return 0;
}
