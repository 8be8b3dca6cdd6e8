// run: explore --cdse
// run: explore --cdse --cdse-no-slice --unwind 4
// A loop after the last check is omitted. With --cdse-no-slice, it is unrolled; paths and verdict are the same.
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
