#include <klee/klee.h>

static void sort2(int *a, int *b) {
  if (*a > *b) {
    int old = *a;
    *a = *b;
    *b = old;
  }
}

int main(void) {
  int pair[2];
  klee_make_symbolic(pair, sizeof pair, "pair");
  sort2(&pair[0], &pair[1]);
  klee_assert(pair[0] <= pair[1]);
  return 0;
}
