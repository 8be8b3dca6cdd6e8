// run: explore --verify
// A global without an initializer is zero; a heap block has any contents, but calloc gives zeros.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
static int g;
int main(void) {
    assert(g == 0);
    int *z = calloc(1, sizeof *z);
    assert(*z == 0);
    int *m = malloc(sizeof *m);
    assert(*m != 3);
    return 0;
}
