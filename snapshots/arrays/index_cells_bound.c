// run: arrays --arrays index,cells=22
// run: arrays --arrays index,cells=21
// A condition whose value changes more than once for each `cells` cells keeps its read.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], k;
  for (int i = 0; i < 64; i++) table[i] = i / 16 % 2 == 0;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k]) return 1;
  return 0;
}
