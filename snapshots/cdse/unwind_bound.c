// run: explore --cdse --unwind 3
// run: explore --cdse --unwind 6
// A loop that reaches the bound of --unwind is cut, and the verdict is `verified-bounded`.
#include <klee/klee.h>
int main(void) {
  unsigned char n, i = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 6);
  while (i < n) i++;
  klee_assert(i < 6);
  return 0;
}
