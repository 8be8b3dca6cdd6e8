// Of the sizes of a block with many values, the least and the greatest ones were not explored, nor those that fail.
// run: -DWRAPS
// exit: 10
// has: heap
// run: --plain -DWRAPS
// exit: 10
// run: -DFAILS
// exit: 10
// has: null
// run: --plain -DFAILS
// exit: 10
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int length;
    klee_make_symbolic(&length, sizeof length, "length");
#ifdef WRAPS
    unsigned size = (unsigned)length + 1;
    char *text = malloc(size);
    if (!text)
        return 1;
    text[0] = 'x';
#else
    char *text = malloc(length);
    if (length)
        text[0] = 'x';
#endif
    free(text);
    return 0;
}
