// run: explore --canonical-inputs --stats
// run: explore --canonical-inputs --links only:incremental --stats
// run: explore --canonical-inputs --links=-short-repair,-counterexamples --stats
// With --canonical-inputs, the inputs of completed paths do not depend on the link that answers.
#include <klee/klee.h>
int main(void) {
  unsigned short x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x * 3 > 1000 && x % 5 == 2) return 1;
  return 0;
}
