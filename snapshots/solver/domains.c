// run: explore --links only:domains --stats
// The link `domains` decides a comparison of an input with its known range.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x / 16 < 16);
  return 0;
}
