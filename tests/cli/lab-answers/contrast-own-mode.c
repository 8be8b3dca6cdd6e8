// lab conflicts, file contrast.c, task catch, expected not yet: tests a function of its own
#include <klee/klee.h>

static int mode(int code, int level) { return code == 3 ? 2 : level > 10; }

int main(void) {
  int bits, code, level, log[8] = {0};
  klee_make_symbolic(&bits, sizeof bits, "bits");
  klee_make_symbolic(&code, sizeof code, "code");
  klee_make_symbolic(&level, sizeof level, "level");
  for (int i = 0; i < 7; i++)
    if (bits >> i & 1)
      log[i] = i;
  if (mode(code, level) == 2)
    klee_assert(code == 3);
  return 0;
}
