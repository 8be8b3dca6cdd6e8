// run: explore --cfmse --cdse
// The melded program has guarded accesses, which conflict-driven search supports.
#include <klee/klee.h>
int main(void) {
  unsigned char x, a[2] = {1, 2};
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 10) a[0] = x;
  else a[1] = x;
  klee_assert(a[0] + a[1] < 300);
  klee_assert(x != 200 || a[1] == 199);
  return 0;
}
