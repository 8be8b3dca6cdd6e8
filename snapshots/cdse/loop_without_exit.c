// run: explore --cdse --unwind 3
// A loop without exit is cut by the bound.
#include <klee/klee.h>
int count;
int main(void) {
  for (;;) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 5) count += 2;
    klee_assert(count % 2 == 0);
  }
}
