/* qsort and bsearch: arrays of several element sizes. */
#include "support.h"

struct wide {
    int key;
    char filler[20];
};

static int by_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_char(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
    for (unsigned n = 0; n < 60; n++) {
        int numbers[60];
        struct wide wides[60];
        char letters[61];
        for (unsigned i = 0; i < n; i++) {
            numbers[i] = (int)below(n) - 10;
            wides[i].key = (int)below(5);
            for (unsigned k = 0; k < sizeof wides[i].filler; k++)
                wides[i].filler[k] = (char)(i + k);
            letters[i] = (char)('a' + below(26));
        }
        letters[n] = 0;
        qsort(numbers, n, sizeof *numbers, by_int);
        qsort(wides, n, sizeof *wides, by_int);
        qsort(letters, n, 1, by_char);
        for (unsigned i = 0; i < n; i++) {
            add(numbers[i]);
            add(wides[i].key);
        }
        printf("%s ", letters);
        report("sorted");
        for (int key = -12; key < 50; key++) {
            int *found = bsearch(&key, numbers, n, sizeof *numbers, by_int);
            add(found != NULL && *found == key);
        }
        report("found");
    }
    const char *words[] = {"pear", "apple", "fig", "", "banana", "apples"};
    qsort(words, COUNT(words), sizeof *words, by_text);
    for (unsigned i = 0; i < COUNT(words); i++)
        printf("[%s]", words[i]);
    printf("\n");
    return 0;
}
