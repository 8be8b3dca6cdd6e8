/* Functions that write strings and blocks: the whole buffer is compared, to detect writes out of bounds. */
#include "support.h"
#include <strings.h>

static char buffer[64];

static void fresh(void)
{
    for (unsigned i = 0; i < sizeof buffer; i++)
        buffer[i] = (char)(i * 7 + 1);
}

static void show(const char *what, const void *result)
{
    add_bytes(buffer, sizeof buffer);
    printf("%s %ld ", what, offset(result, buffer));
    report("");
}

static void copies(const char *from)
{
    fresh();
    show("strcpy", strcpy(buffer + 1, from));
    fresh();
    show("stpcpy", stpcpy(buffer + 1, from));
    fresh();
    show("mempcpy", mempcpy(buffer + 2, from, strlen(from)));
    fresh();
    show("memcpy", memcpy(buffer + 2, from, strlen(from)));
    fresh();
    bcopy(from, buffer + 3, strlen(from));
    show("bcopy", buffer);
    fresh();
    bzero(buffer + 3, strlen(from));
    show("bzero", buffer);
    for (unsigned n = 0; n < 9; n++) {
        fresh();
        show("strncpy", strncpy(buffer + 1, from, n));
        fresh();
        strcpy(buffer, "xy");
        show("strncat", strncat(buffer, from, n));
        fresh();
        printf("%zu ", strxfrm(buffer, from, n));
        if (strlen(from) < n)
            show("strxfrm", buffer);
        char *copy = strndup(from, n);
        printf("%s|\n", copy);
        free(copy);
    }
    fresh();
    strcpy(buffer, "start");
    show("strcat", strcat(buffer, from));
    char *copy = strdup(from);
    printf("%s|\n", copy);
    free(copy);
}

static void moves(void)
{
    for (unsigned to = 0; to < 12; to++)
        for (unsigned from = 0; from < 12; from++)
            for (unsigned n = 0; n < 12; n += 3) {
                fresh();
                void *result = memmove(buffer + to, buffer + from, n);
                add(offset(result, buffer));
                add_bytes(buffer, sizeof buffer);
                fresh();
                bcopy(buffer + from, buffer + to, n);
                add_bytes(buffer, sizeof buffer);
                fresh();
                memset(buffer + to, (int)from * 100, n);
                add_bytes(buffer, sizeof buffer);
            }
    report("memmove");
}

static void pieces(const char *text, const char *separators)
{
    char *rest;
    strcpy(buffer, text);
    for (char *s = strtok(buffer, separators); s != NULL; s = strtok(NULL, separators))
        printf("[%s]", s);
    strcpy(buffer, text);
    for (char *s = strtok_r(buffer, separators, &rest); s != NULL; s = strtok_r(NULL, separators, &rest))
        printf("{%s}", s);
    printf(" %p", (void *)strtok(NULL, separators));
    strcpy(buffer, text);
    rest = buffer;
    for (char *s = strsep(&rest, separators); s != NULL; s = strsep(&rest, separators))
        printf("<%s>", s);
    printf("\n");
}

int main(void)
{
    static const char *const texts[] = {"", "a", "abc", "a,b", ",a,,b,", "abcdefgh", "\xff\x80"};
    for (unsigned i = 0; i < COUNT(texts); i++)
        copies(texts[i]);
    moves();
    for (unsigned i = 0; i < COUNT(texts); i++) {
        pieces(texts[i], ",");
        pieces(texts[i], "b,");
        pieces(texts[i], "");
    }
    for (int i = 0; i < 500; i++) {
        char text[20], separators[4];
        random_text(text, 18, 4);
        random_text(separators, 2, 4);
        pieces(text, separators);
    }
    return 0;
}
