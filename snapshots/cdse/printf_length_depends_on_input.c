// run: explore --cdse
// `printf` returns any number if the length depends on inputs; a failure that the replay refutes makes the verdict incomplete.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int n = printf("%d\n", x);
  klee_assert(printf("ab\n") == 3);
  klee_assert(n != 9);
  return 0;
}
