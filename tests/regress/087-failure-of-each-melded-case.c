// The failure in the default case of a melded switch was not reported.
// run: --cfmse --all-errors
// exit: 10
// has: c:17
// has: c:18
// has: c:19
// has: c:20
// has: c:21
// has: c:22
// has: c:23
// has: c:24
#include <klee/klee.h>
int main(void) {
  unsigned char a, b; int r = 0;
  klee_make_symbolic(&a, 1, "a"); klee_make_symbolic(&b, 1, "b");
  switch (b & 7) {
  case 0: r = 1 / (a - 1); break;
  case 1: r = 2 / (a - 2); break;
  case 2: r = 3 / (a - 3); break;
  case 3: r = 4 / (a - 4); break;
  case 4: r = 5 / (a - 5); break;
  case 5: r = 6 / (a - 6); break;
  case 6: r = 7 / (a - 7); break;
  default: r = 8 / (a - 8);
  }
  return r;
}
