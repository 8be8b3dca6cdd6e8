// run: explore --links only:counterexamples,incremental --stats
// run: explore --links only:incremental --stats
// `counterexamples` answers from recent models, so the solver solves fewer queries.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 100)
    if (x > 50)
      if (x > 20) return 1;
  return 0;
}
