// run: explore --merge=pattern
// Conditions that differ only in the constant of a sum, such as `x - 1 < 3` and `x - 2 < 3`, are repetitions of one pattern.
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned n = 0;
  while (n < 5 && x - n >= 3)
    n++;
  return n;
}
