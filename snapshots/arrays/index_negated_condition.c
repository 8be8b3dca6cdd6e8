// run: arrays --arrays index
// The condition of the other side of a branch is the negation of the same transformed condition.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 19] = 1, [20 ... 39] = 5, [40 ... 63] = 9};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k] != 5) {
    if (table[k] == 5) return 2;
    return 1;
  }
  return 0;
}
