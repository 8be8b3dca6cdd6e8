/* A string comparison with many keywords. */
#include "klee/klee.h"
#include <string.h>
static const char *const words[] = {"address", "border", "caption", "details", "emphasis", "figure"};
int main(void) {
    char text[12];
    klee_make_symbolic(text, sizeof text, "text");
    text[11] = 0;
    int found = -1;
    for (int i = 0; i < 6; i++) {
        if (strcmp(text, words[i]) == 0) { /* guilty */
            found = i;
        }
    }
    return found;
}
