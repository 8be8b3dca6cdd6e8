// run: explore --cdse
// A format that depends on inputs is not supported.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  char format[3] = "%d";
  klee_make_symbolic(&format[1], 1, "letter");
  printf(format, 1);
  klee_assert(format[1] != 'q');
  return 0;
}
