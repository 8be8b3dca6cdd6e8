// run: arrays
// TODO: a condition on a symbolic read of a table that becomes a condition on the index.
#include <klee/klee.h>

int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (k * 3 > 90)
    return 1;
  return 0;
}
