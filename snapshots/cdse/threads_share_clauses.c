// run: explore --cdse --threads 2
// The engines of two threads share their clauses: the number of lifted clauses counts the one that an engine received.
#include <klee/klee.h>

int main(void) {
    unsigned char x[3];
    klee_make_symbolic(x, sizeof x, "x");
    unsigned n = 0, m = 0;
    for (int i = 0; i < 3; i++) {
        if (x[i] < 10 + i)
            n++;
        if (x[i] > 20 + i)
            m++;
    }
    klee_assert(n + m <= 3);
    return 0;
}
