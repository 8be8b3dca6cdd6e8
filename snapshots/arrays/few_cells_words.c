// run: arrays
// The index of 32-bit elements counts elements, so a read of three words is an `ite` with three values.
#include <klee/klee.h>
static const int word[3] = {70000, 80000, 90000};
int main(void) {
  unsigned char k;
  int x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 3);
  if (word[k] == x) return 1;
  return 0;
}
