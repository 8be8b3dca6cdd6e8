// run: arrays --arrays mixed
// A store at a symbolic index becomes a comparison of both indexes.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64] = {0};
  unsigned char i, k, v;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&v, sizeof v, "v");
  klee_assume(i < 64);
  klee_assume(k < 64);
  table[i] = v;
  if (table[k] == 200) return 1;
  return 0;
}
