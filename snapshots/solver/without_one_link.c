// run: explore --stats
// run: explore --links=-byte-enumeration --stats
// run: explore --links=-byte-enumeration,-tiny-bits,-bits --stats
// The queries of a link that is switched off go to the next link that can answer them.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x * x != 3);
  return 0;
}
