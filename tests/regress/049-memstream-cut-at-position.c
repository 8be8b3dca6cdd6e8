// Closing a stream of `open_memstream` did not set the size to the stream's position.
// gcc: same
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    fputs("abcdef", f);
    fseek(f, 2, SEEK_SET);
    fclose(f);
    printf("%zu\n", size);
    free(text);
    return 0;
}
