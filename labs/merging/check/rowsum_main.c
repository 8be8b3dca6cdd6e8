#include <klee/klee.h>

int row_sum(char a, char b);

int main(void) {
  char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assert(row_sum(a, b) == 10);
  return 0;
}
