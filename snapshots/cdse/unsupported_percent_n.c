// run: explore --cdse
// The conversion `%n` of `printf` is not supported.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  int n;
  printf("ab%n", &n);
  klee_assert(n == 2);
  return 0;
}
