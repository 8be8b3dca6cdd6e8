// run: explore --links only:float-search --stats
// `float-search` finds a number whose sum is the given number.
#include <klee/klee.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x + 1.0f != 3.0f);
  return 0;
}
