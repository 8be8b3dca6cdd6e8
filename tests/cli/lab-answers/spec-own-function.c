// lab first-proof, file spec.c, task specify, expected not yet: defines the function under test
#include <klee/klee.h>

char hex_digit(int value);

int main(void) {
  int value;
  klee_make_symbolic(&value, sizeof value, "value");
  char digit = hex_digit(value);
  klee_assert(digit != 0);
}
char hex_digit(int v) { return v < 0 || v > 15 ? '?' : "0123456789abcdef"[v];
  return 0;
}
