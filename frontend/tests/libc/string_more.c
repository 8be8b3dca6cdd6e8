/* String and block functions beyond the C standard. */
#include "support.h"
#include <libgen.h>
#undef basename
#include <strings.h>
#include <unistd.h>

#ifndef __SYMTOOL__
/* Not every C library has these functions yet: the test defines them as POSIX specifies. */
static size_t own_strlcpy(char *to, const char *from, size_t size)
{
    snprintf(to, size, "%s", from);
    return strlen(from);
}

static size_t own_strlcat(char *to, const char *from, size_t size)
{
    size_t n = strnlen(to, size);
    if (n < size)
        snprintf(to + n, size - n, "%s", from);
    return n + strlen(from);
}
#define strlcpy own_strlcpy
#define strlcat own_strlcat
#endif

static const char *const texts[] = {"", "a", "abc", "000", "00", "01", "010", "09", "0", "1", "9", "10", "item#99", "item#100", "a1b", "a01b", "a001b", "a1", "a.1", "x0", "x00", "1.0", "1.00", "1.01", "1.10", "1.9", "\xff"};
static const char *const paths[] = {"", "/", "//", "///", "a", "a/", "a//", "/a", "//a", "///a", "a/b", "a/b/", "a//b", "/a/b", "//a/b//", ".", "..", "a/.", "///a///b///"};

int main(void)
{
    char buffer[40];
    for (unsigned i = 0; i < COUNT(texts); i++) {
        for (unsigned j = 0; j < COUNT(texts); j++)
            printf("%d ", sign(strverscmp(texts[i], texts[j])));
        printf("\n");
        for (unsigned n = 0; n < 9; n++) {
            memset(buffer, 'x', sizeof buffer);
            add(offset(stpncpy(buffer, texts[i], n), buffer));
            add_bytes(buffer, sizeof buffer);
            memset(buffer, 'x', sizeof buffer);
            add(strlcpy(buffer, texts[i], n));
            add_bytes(buffer, sizeof buffer);
            strcpy(buffer, "ab");
            add(strlcat(buffer, texts[i], n));
            add_bytes(buffer, sizeof buffer);
            memset(buffer, 'x', sizeof buffer);
            add(offset(memccpy(buffer, texts[i], 'b', n > strlen(texts[i]) ? strlen(texts[i]) : n), buffer));
            add_bytes(buffer, sizeof buffer);
        }
        report(texts[i][0] == '\xff' ? "ff" : texts[i]);
    }
    for (int i = 0; i < 3000; i++) {
        char a[10], b[10];
        for (int k = 0; k < 9; k++) {
            a[k] = "0019a."[below(6)];
            b[k] = below(3) ? a[k] : "0019a."[below(6)];
        }
        a[below(10)] = 0;
        b[below(10)] = 0;
        a[9] = b[9] = 0;
        add(sign(strverscmp(a, b)));
    }
    report("versions");
    for (unsigned i = 0; i < COUNT(paths); i++) {
        strcpy(buffer, paths[i]);
        printf("\"%s\": [%s]", paths[i], __xpg_basename(buffer));
        strcpy(buffer, paths[i]);
        printf(" [%s]", dirname(buffer));
        printf(" [%s]\n", basename(paths[i]));
    }
    printf("[%s]", __xpg_basename(NULL));
    printf("[%s]\n", dirname(NULL));
    memcpy(buffer, "abcdefgh", 9);
    swab("123456", buffer, 5);
    printf("%s\n", buffer);
    printf("%ld\n", offset(rawmemchr(buffer, 'g'), buffer));
    memfrob(buffer, 4);
    add_bytes(buffer, 8);
    report("memfrob");
    explicit_bzero(buffer, 3);
    add_bytes(buffer, 8);
    report("explicit_bzero");
    for (int bit = 0; bit < 64; bit++)
        printf("%d %d ", ffsl((long)(5UL << bit)), ffsll((long long)(1UL << bit)));
    printf("%d %d\n", ffsl(0), ffsll(0));
    for (int i = -1; i < 70; i++)
        if (i < 32 || i > 33)
            printf("%s\n", strsignal(i));
    printf("%s ", strerror_r(2, buffer, sizeof buffer));
    printf("%s\n", strerror_r(4000, buffer, sizeof buffer));
    printf("%s\n", strdupa("copied"));
    printf("%s\n", strndupa("copied", 3));
    return 0;
}
