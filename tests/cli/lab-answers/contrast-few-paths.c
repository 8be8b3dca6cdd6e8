// lab conflicts, file contrast.c, task few, expected not yet: has few paths in both modes
#include <klee/klee.h>

int mode(int code, int level);

int main(void) {
  int x[4], code, level, n = 0;
  klee_make_symbolic(x, sizeof x, "x");
  for (int i = 0; i < 4; i++)
    if (x[i] > 0) n++;
  klee_make_symbolic(&code, sizeof code, "code");
  klee_make_symbolic(&level, sizeof level, "level");
  klee_assert(mode(code, level) != 2 || code == 3);
  return 0;
}
