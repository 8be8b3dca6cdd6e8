#include <klee/klee.h>

int main(void) {
  int a, b, result;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if (a > b)
    result = a;
  else
    result = b;
  klee_assert(result >= a);
  return 0;
}
