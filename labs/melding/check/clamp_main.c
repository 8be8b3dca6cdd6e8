#include <klee/klee.h>

int clamp(int x, int low, int high);

int main(void) {
  int x, low, high;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&low, sizeof low, "low");
  klee_make_symbolic(&high, sizeof high, "high");
  klee_assume(low <= high);
  int result = clamp(x, low, high);
  klee_assert((result >= low) & (result <= high));          // the result is in the range from low to high
  klee_assert((result == x) | (x < low) | (x > high));      // a number in the range stays as it is
  klee_assert((result == low) | (x >= low));                // a number below the range becomes low
  klee_assert((result == high) | (x <= high));              // a number above the range becomes high
  return 0;
}
