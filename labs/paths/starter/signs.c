#include <klee/klee.h>

int main(void) {
  int x[4];
  klee_make_symbolic(x, sizeof x, "x");
  int positive = 0;
  for (int i = 0; i < 4; i++) {
    if (x[i] > 0)
      positive++;
  }
  return positive;
}
