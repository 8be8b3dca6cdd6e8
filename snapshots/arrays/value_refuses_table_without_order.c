// run: arrays --arrays value
// A table whose value changes at each index is left to the encoding by bits.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], k, x;
  for (int i = 0; i < 64; i++) table[i] = i * 37 % 11;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 64);
  if (table[k] + x == 200) return 1;
  return 0;
}
