#include <klee/klee.h>

/* Returns the hexadecimal digit of a value from 0 to 15 ('0' to '9', then 'a' to 'f'), and '?' for every other value.
   The check links this file with several variants of the function; you need not define it. */
char hex_digit(int value);

int main(void) {
  int value;
  klee_make_symbolic(&value, sizeof value, "value");
  char digit = hex_digit(value);
  klee_assert(digit != 0);
  return 0;
}
