// lab paths, file twelve.c, task twelve, expected passed: is a chain of comparisons
#include <klee/klee.h>

int main(void) {
  int a, b, c;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  int n = 0;
  for (int i = 0; i < 11; i++)
    if (a == i) return i;
  return n;
}
