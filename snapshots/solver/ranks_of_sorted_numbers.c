// run: explore --cfmse --links only:ranks,bits --stats
// The values of a sorting network are `ite`s between inputs, which `ranks` rewrites, too.
#include <klee/klee.h>
int main(void) {
  unsigned a[3];
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++)
      if (a[k] > a[k + 1]) {
        unsigned t = a[k];
        a[k] = a[k + 1];
        a[k + 1] = t;
      }
  klee_assert(a[0] <= a[1] && a[1] <= a[2]);
  return 0;
}
