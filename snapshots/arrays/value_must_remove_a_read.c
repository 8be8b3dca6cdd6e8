// run: arrays --arrays value
// A part of a condition is not replaced if its read also occurs in another part that cannot be replaced.
#include <klee/klee.h>
int main(void) {
  unsigned char table[256], k, x, y;
  for (int i = 0; i < 256; i++) table[i] = (i & 128) | (i * i * 29 + i * 7 & 127);
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if ((table[k] & 128) + x == 200) return 1;
  if ((table[k] & 128) + (table[k] ^ y) + x == 77) return 2;
  return 0;
}
