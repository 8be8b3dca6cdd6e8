// lab conflicts, file contrast.c, task catch, expected not yet: has an assertion that always holds
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
  klee_assert(found == found);
  return 0;
}
