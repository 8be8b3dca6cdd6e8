// Melded sides share a check; the failure of a side of a nested branch was not reported.
// run: --cfmse --all-errors
// exit: 10
// has: c:20
// has: c:22
// has: c:24
// has: c:26
// run: --cfmse
// exit: 10
// has: c:20
// has: c:22
// has: c:24
// has: c:26
#include <klee/klee.h>
int main(void) {
  unsigned char a, b, c; int r;
  klee_make_symbolic(&a, 1, "a"); klee_make_symbolic(&b, 1, "b"); klee_make_symbolic(&c, 1, "c");
  if (b > 3)
    if (c > 9)
      r = 10 / (a - 5);
    else
      r = 11 / (a - 6);
  else if (c > 7)
    r = 12 / (a - 7);
  else
    r = 13 / (a - 8);
  return r;
}
