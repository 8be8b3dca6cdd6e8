// lab conflicts, file contrast.c, task few, expected not yet: has few paths in both modes
#include <klee/klee.h>

int main(void) {
  int x[4], n = 0;
  klee_make_symbolic(x, sizeof x, "x");
  for (int i = 0; i < 4; i++)
    if (x[i] > 0) n++;
  int y;
  klee_make_symbolic(&y, sizeof y, "y");
  if (y > 5)
    klee_assert(y > 3);
  return 0;
}
