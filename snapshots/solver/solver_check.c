// run: explore --solver-check --stats
// Z3 checks each unsat answer of the other links, and agrees.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  unsigned y, z;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_make_symbolic(&z, sizeof z, "z");
  klee_assert(x * x != 5);
  klee_assert((y & z) <= y);
  if (y < z) klee_assert(z != 0);
  return 0;
}
