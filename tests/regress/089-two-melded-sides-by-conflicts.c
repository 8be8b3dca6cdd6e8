// After the first failure of a melded check, conflict-driven search did not search for further failures of the check.
// run: --cfmse --cdse --check overflow
// exit: 10
// has: c:12
// has: c:14
#include <klee/klee.h>
int main(void) {
  int a; unsigned char b;
  klee_make_symbolic(&a, 4, "a"); klee_make_symbolic(&b, 1, "b");
  int r;
  if (b > 3)
    r = -a;
  else
    r = a * 3;
  return r == 2;
}
