// run: explore --cdse
// The conversion `%n` stores the number of bytes that were printed before it.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  unsigned char x;
  int first = 9, second = 9;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 3)
    printf("abc%n %c%n\n", &first, x, &second);
  klee_assert(first == 9 || first == 3);
  klee_assert(second != 5);
  return 0;
}
