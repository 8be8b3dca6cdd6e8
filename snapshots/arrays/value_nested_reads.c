// run: arrays --arrays value
// A nested read in a sum becomes an `ite` over ranges of the innermost index.
#include <klee/klee.h>
int main(void) {
  unsigned char class[64], next[64], c, x;
  for (int i = 0; i < 64; i++) class[i] = i / 16 * 20, next[i] = i / 30 * 3;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(c < 64);
  if (next[class[c]] + x == 200) return 1;
  return 0;
}
