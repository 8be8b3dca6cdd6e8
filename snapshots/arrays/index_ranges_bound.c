// run: arrays --arrays index,ranges=2
// run: arrays --arrays index,ranges=3
// A condition whose value changes more often than the bound `ranges` keeps its read.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], k;
  for (int i = 0; i < 64; i++) table[i] = i / 16 % 2 == 0;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k]) return 1;
  return 0;
}
