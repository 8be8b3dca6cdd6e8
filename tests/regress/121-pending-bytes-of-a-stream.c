// `__fpending` returned 0 after a write that was not flushed, and `__freading` looked only at the mode of the stream.
// run: --plain
// exit: 0
// run:
// exit: 0
#include <assert.h>
#include <stdio.h>
#include <stdio_ext.h>

int main(void) {
    char buffer[16];
    FILE *file = fmemopen(buffer, sizeof buffer, "w");
    if (file == NULL)
        return 1;
    assert(__fpending(file) == 0);
    fputs("hello", file);
    fflush(file);
    assert(__fpending(file) == 0);
    assert(!__freading(file));
    fputs("world", file);
    assert(__fpending(file) > 0);
    return 0;
}
