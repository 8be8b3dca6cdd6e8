// run: explore --cdse=maximize:10
// run: explore --cdse=maximize:15
// run: explore --cdse=maximize-free:10
// run: explore --cdse=maximize-free:15
// run: explore --cdse=maximize-first:10
// Each number of a strategy finds the same verdict.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int odd = 0;
  for (int i = 0; i < 3; i++)
    if (x >> i & 1) odd++;
  klee_assert(odd < 3 || x >= 7);
  return odd;
}
