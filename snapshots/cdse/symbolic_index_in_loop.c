// run: explore --cdse
// A clause about the read of an input at a symbolic index is lifted to the other iterations.
#include <klee/klee.h>
int hits;
int main(void) {
  unsigned char s[4], k;
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 3; i++) {
    klee_make_symbolic(&k, sizeof k, "k");
    hits = 0;
    if (s[k & 3] == 7) hits = 1;
    if (s[k & 3] > 9) klee_assert(hits == 0);
  }
  return 0;
}
