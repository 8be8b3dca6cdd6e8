#include <klee/klee.h>

/* The value of each hexadecimal digit; 0 for every other character. */
static const unsigned char value_of[128] = {
    ['0'] = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ['A'] = 10, 11, 12, 13, 14, 15,
    ['a'] = 10, 11, 12, 13, 14, 15,
};

int main(void) {
  char digit[2];
  klee_make_symbolic(digit, sizeof digit, "digit");
  klee_assume(digit[0] > 0);
  klee_assume(digit[1] > 0);
  int number = 16 * value_of[digit[0]] + value_of[digit[1]];
  klee_assert(number < 256);
  if (number == 0xc3)
    return 1;
  return 0;
}
