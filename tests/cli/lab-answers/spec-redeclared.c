// lab first-proof, file spec.c, task specify, expected not yet: the program does not compile: declares a variable twice
#include <klee/klee.h>

char hex_digit(int value);

int main(void) {
  int value;
  int value;
  klee_make_symbolic(&value, sizeof value, "value");
  klee_assert(hex_digit(value) != 0);
  return 0;
}
