// run: arrays --arrays value
// All feasible values are equal, so the read becomes a constant although the value changes at each index of the table.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], k, x;
  for (int i = 0; i < 64; i++) table[i] = i % 2;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 64);
  klee_assume(k % 2 == 1);
  if (table[k] + x == 200) return 1;
  return 0;
}
