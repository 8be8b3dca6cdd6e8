// run: simplify, symbolic
// Paths leave the loop in different iterations, so n is symbolic after it. The code after the loop has no memory access and
// no call, but an assertion is observable, too.
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = 0;
  while (nondet_uint() % 2) n++;
  if (n == 3) return 1;
  assert(n != 5);
  return 0;
}
