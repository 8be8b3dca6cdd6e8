#include <klee/klee.h>

int clamp(int x, int low, int high);

int main(void) {
  signed char x, low, high;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&low, sizeof low, "low");
  klee_make_symbolic(&high, sizeof high, "high");
  klee_assume(low <= high);
  int result = clamp(x, low, high);
  klee_assert((result >= low) & (result <= high));
  klee_assert((result == x) | (x < low) | (x > high));
  klee_assert((result == low) | (x >= low));
  klee_assert((result == high) | (x <= high));
  return 0;
}
