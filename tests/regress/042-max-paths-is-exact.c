// `--max-paths` with threads counted paths for which no input had been computed.
// run: --max-paths 2
// exit: 20
// has: 2 paths
// run: --max-paths 2 --threads 2
// exit: 20
// has: 2 paths
#include <klee/klee.h>

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, 1, "x");
    switch (x) {
    case 1: return 1;
    case 2: return 2;
    case 3: return 3;
    }
    return 0;
}
