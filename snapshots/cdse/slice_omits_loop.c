// run: explore --cdse --stats
// run: explore --cdse --cdse-no-slice --stats
// A loop after the last check is omitted from the graph. With --cdse-no-slice, its first iterations are nodes, too.
#include <klee/klee.h>
int sum;
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n > 7) sum = n;
  if (n < 5) klee_assert(sum == 0);
  for (unsigned char i = 0; i < n; i++) sum += i;
  return 0;
}
