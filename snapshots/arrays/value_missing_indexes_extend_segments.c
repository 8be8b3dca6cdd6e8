// run: arrays --arrays value,cells=4
// Indexes that the path excludes may have any value, so the segments around them become longer; before the second assumption, the cells with 9 are segments of their own.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], k, x;
  for (int i = 0; i < 64; i++) table[i] = i % 16 == 15 ? 9 : i / 32;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 64);
  if (table[k] + x == 100) return 2;
  klee_assume(k % 16 != 15);
  if (table[k] + x == 200) return 1;
  return 0;
}
