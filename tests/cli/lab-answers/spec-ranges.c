// lab first-proof, file spec.c, task specify, expected not yet: states ranges of results only
#include <klee/klee.h>

char hex_digit(int value);

int main(void) {
  int value;
  klee_make_symbolic(&value, sizeof value, "value");
  char digit = hex_digit(value);
  if (value >= 0 && value <= 9)
    klee_assert(digit >= '0' && digit <= '9');
  else if (value >= 10 && value <= 15)
    klee_assert(digit >= 'a' && digit <= 'f');
  else
    klee_assert(digit == '?');
  return 0;
}
