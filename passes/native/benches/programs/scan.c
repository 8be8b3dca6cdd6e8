/* Counts words, and searches a text for a word. */
#include <string.h>

static char text[60000];

static int words(const char *s) {
    int count = 0, inside = 0;
    for (; *s; s++) {
        int letter = *s >= 'a' && *s <= 'z';
        count += letter && !inside;
        inside = letter;
    }
    return count;
}

static int find(const char *s, const char *word) {
    int found = 0;
    for (; *s; s++) {
        const char *p = s, *q = word;
        while (*q && *p == *q)
            p++, q++;
        found += !*q;
    }
    return found;
}

int main(void) {
    for (int i = 0; i < (int)sizeof text - 1; i++)
        text[i] = i % 6 == 5 ? ' ' : (char)('a' + i % 23);
    int total = 0;
    for (int round = 0; round < 10; round++)
        total += words(text) + find(text, "abcd") + (int)strlen(text);
    return total % 128;
}
