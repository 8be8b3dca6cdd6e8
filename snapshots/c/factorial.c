// run: interp
// A recursive function is called in a loop, and the output of printf is shown.
#include <stdio.h>

static unsigned factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }

int main(void) {
  for (unsigned i = 0; i < 6; i++) printf("%u! = %u\n", i, factorial(i));
  return 0;
}
