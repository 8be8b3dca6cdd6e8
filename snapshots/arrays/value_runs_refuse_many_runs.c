// run: arrays --arrays value,indices=16
// An array with more than one run for each `cells` cells is not divided into runs.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], x;
  unsigned short k;
  for (int i = 0; i < 64; i++) table[i] = i / 4 * 7;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 64);
  if (table[k] + x == 200) return 1;
  return 0;
}
