// run: explore --cdse --unwind 2
// The bound of --unwind limits the nested calls of a recursive function.
#include <klee/klee.h>
static int depth(unsigned char n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 5);
  klee_assert(depth(n) == n);
  return 0;
}
