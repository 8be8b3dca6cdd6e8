#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  int steps = 0;
  if (x > 10)
    steps += 1;
  if (x > 5)
    steps += 2;
  if (x > 0)
    steps += 4;
  return steps;
}
