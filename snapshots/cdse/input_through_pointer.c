// run: explore --cdse
// An input array read at a symbolic index is split into its bytes.
#include <klee/klee.h>
int main(void) {
  unsigned char s[3], k;
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 3);
  klee_assert(s[k] != 7 || k != 2);
  return 0;
}
