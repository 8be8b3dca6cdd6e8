/* A pointer to one of many objects. */
#include "klee/klee.h"
#include <stdlib.h>
int main(void) {
    int *cells[20];
    for (int i = 0; i < 20; i++) {
        cells[i] = malloc(sizeof(int));
        if (!cells[i]) {
            return 1;
        }
        *cells[i] = i * i;
    }
    unsigned char at[3];
    klee_make_symbolic(at, sizeof at, "at");
    for (int i = 0; i < 3; i++) {
        klee_assume(at[i] < 20);
        *cells[at[i]] += at[i] + 1; /* guilty */
    }
    int sum = 0;
    for (int i = 0; i < 20; i++) {
        sum += *cells[i];
        free(cells[i]);
    }
    if (sum == 2500) {
        return 2;
    }
    return 0;
}
