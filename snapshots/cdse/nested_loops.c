// run: explore --cdse --unwind 2
// The bound limits the iterations of each loop, and the verdict names both loops.
#include <klee/klee.h>
int main(void) {
  unsigned char n, m, sum = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&m, sizeof m, "m");
  for (unsigned char i = 0; i < n; i++)
    for (unsigned char k = 0; k < m; k++) sum++;
  klee_assert(sum < 5);
  return 0;
}
