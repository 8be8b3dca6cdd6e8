// lab first-proof, file spec.c, task specify, expected not yet: says nothing about negative values
#include <klee/klee.h>

char hex_digit(int value);

int main(void) {
  int value;
  klee_make_symbolic(&value, sizeof value, "value");
  char digit = hex_digit(value);
  if (value > 15)
    klee_assert(digit == '?');
  if (value >= 0 && value < 10) klee_assert(digit == '0' + value);
  if (value >= 10 && value <= 15) klee_assert(digit == 'a' + value - 10);
  return 0;
}
