// run: arrays
// A condition on 32-bit elements becomes a range of the element index, not of the byte index.
#include <klee/klee.h>
int main(void) {
  int table[64];
  unsigned char k;
  for (int i = 0; i < 64; i++) table[i] = i < 20 ? 70000 : 80000;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k] == 70000) return 1;
  return 0;
}
