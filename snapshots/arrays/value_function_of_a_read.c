// run: arrays --arrays value
// The largest function of the read is replaced: `table[k] & 8` has two values although the table has many.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], k, x;
  for (int i = 0; i < 64; i++) table[i] = i / 16 * 8 + i % 8;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 64);
  if ((table[k] & 8) + x == 200) return 1;
  return 0;
}
