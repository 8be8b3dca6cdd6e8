// lab conflicts, file contrast.c, task catch, expected passed: specifies all results of mode
#include <klee/klee.h>

int mode(int code, int level);

int main(void) {
  int bits, code, level, log[8] = {0};
  klee_make_symbolic(&bits, sizeof bits, "bits");
  klee_make_symbolic(&code, sizeof code, "code");
  klee_make_symbolic(&level, sizeof level, "level");
  for (int i = 0; i < 7; i++)
    if (bits >> i & 1)
      log[i] = i;
  int found = mode(code, level);
  if (code == 3)
    klee_assert(found == 2);
  else
    klee_assert(found == (level > 10));
  return 0;
}
