// run: arrays
// `mixed` leaves a read of the constant array below the store, which `value` removes.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], i, k, v;
  for (int c = 0; c < 64; c++) table[c] = c / 16;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&v, sizeof v, "v");
  klee_assume(i < 64);
  klee_assume(k < 64);
  table[i] = v;
  if (table[k] == 2) return 1;
  return 0;
}
