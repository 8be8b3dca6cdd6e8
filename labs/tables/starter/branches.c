#include <klee/klee.h>

static int value_of(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return 0;
}

int main(void) {
  char digit[2];
  klee_make_symbolic(digit, sizeof digit, "digit");
  int number = 16 * value_of(digit[0]) + value_of(digit[1]);
  klee_assert(number < 256);
  return 0;
}
