// run: arrays --arrays published
// `published` does not select `mixed`, so the read of an array with a symbolic cell remains.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64] = {0}, k, v;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&v, sizeof v, "v");
  klee_assume(k < 64);
  table[7] = v;
  if (table[k] == 200) return 1;
  return 0;
}
