/* String literals and the string functions. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char buffer[64];
    strcpy(buffer, "tab\t" "quote\" \x41\102\0hidden");
    printf("[%s] %zu %zu\n", buffer, strlen(buffer), sizeof "a\0b");
    strcat(buffer, "!");
    printf("%d %d %d\n", strcmp("abc", "abd") < 0, strncmp("abc", "abd", 2), memcmp("x", "x", 1));
    printf("%s %s %d\n", strchr("hello", 'l'), strrchr("hello", 'l'), strstr("needle in hay", "in") != 0);
    char *copy = strdup("some words here");
    for (char *w = strtok(copy, " "); w; w = strtok(0, " ")) {
        w[0] = toupper((unsigned char)w[0]);
        printf("%s.", w);
    }
    free(copy);
    printf("\n%d %ld %lu\n", atoi("-42x"), strtol("0x1f", 0, 0), strtoul("777", 0, 8));
    memmove(buffer + 1, buffer, 5);
    memset(buffer + 6, '-', 2);
    buffer[8] = 0;
    printf("%s\n", buffer);
    snprintf(buffer, 6, "%s", "truncated");
    printf("%s %d %d\n", buffer, isdigit('5') != 0, isspace('x'));
    const int wide[] = L"h\u00e9";
    printf("%d %d %zu %d\n", wide[0], wide[1], sizeof wide, "\xff"[0]);
    puts("caf\xc3\xa9");
    return "abc"[1];
}
