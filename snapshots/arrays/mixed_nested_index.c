// run: arrays --arrays mixed
// A read of a mixed array at an index that contains a read is not transformed.
#include <klee/klee.h>
int main(void) {
  unsigned char class[64], table[64] = {0}, c, v;
  for (int i = 0; i < 64; i++) class[i] = i * 37 % 64;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&v, sizeof v, "v");
  klee_assume(c < 64);
  table[7] = v;
  if (table[class[c]] == 200) return 1;
  return 0;
}
