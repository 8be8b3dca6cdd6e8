#include <klee/klee.h>

int main(void) {
  int a, b, c, log[8] = {0};
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  for (int i = 0; i < 7; i++)
    if (a >> i & 1)
      log[i] = i;
  int mode = 0;
  if (b > 10)
    mode = 1;
  if (c == 3)
    mode = 2;
  if (mode == 2)
    klee_assert(c == 3);
  return 0;
}
