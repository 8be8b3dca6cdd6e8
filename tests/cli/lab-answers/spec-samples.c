// lab first-proof, file spec.c, task specify, expected not yet: tests single values
#include <klee/klee.h>

char hex_digit(int value);

int main(void) {
  int value;
  klee_make_symbolic(&value, sizeof value, "value");
  char digit = hex_digit(value);
  klee_assert(hex_digit(0) == '0');
  klee_assert(hex_digit(9) == '9');
  klee_assert(hex_digit(10) == 'a');
  klee_assert(hex_digit(15) == 'f');
  klee_assert(hex_digit(16) == '?');
  klee_assert(hex_digit(-1) == '?');
  return 0;
}
