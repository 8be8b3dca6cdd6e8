// run: explore --cdse
// Printing a string through a pointer that a loop advances is not supported.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  static const char *text = "abcdefgh";
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 9);
  printf("%s", text + n);
  klee_assert(n != 3);
  return 0;
}
