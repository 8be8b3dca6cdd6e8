/* fnmatch: patterns against names, with all flags. */
#include "support.h"
#include <fnmatch.h>

int main(void)
{
    static const char *const patterns[] = {"", "*", "?", "a", "a*", "*a", "*a*", "a?c", "[abc]", "[!abc]", "[^a]", "[a-c]x", "[]a]", "[!]a]", "[a", "[", "\\*", "\\", "a\\b", "[\\]]", "[[:digit:]]*", "[[:upper:]x]", "*.c", ".*", "*/b", "a/*", "a*b*c", "**", "?*", "[a-]", "[-a]", "[.]x", "A", "[A-C]"};
    static const char *const names[] = {"", "a", "b", "abc", "ac", "aXc", "]", "-", "*", "\\", "a\\b", "ab", "[", "[a", "7up", "Q", ".c", "x.c", ".hidden", "a/b", "a/.b", "a/b/c", "aabbcc", "cx", ".x", "A", "!"};
    for (unsigned i = 0; i < COUNT(patterns); i++) {
        printf("%s:", patterns[i]);
        for (unsigned j = 0; j < COUNT(names); j++) {
            unsigned long fits = 0;
            for (int flags = 0; flags < 32; flags++)
                fits = fits * 2 + (fnmatch(patterns[i], names[j], flags) == 0);
            printf(" %lx", fits);
        }
        printf("\n");
    }
    return 0;
}
