// run: arrays
// The table is 7 for the indexes 20 to 29 only, so the condition becomes a range of the index.
#include <klee/klee.h>

int main(void) {
  static const unsigned char table[64] = {[20] = 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k] == 7)
    return 1;
  return 0;
}
