#include <klee/klee.h>

int row_sum(char a, char b);

int main(void) {
  char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  int x = a == 'x', y = b == 'y';
  int sum = row_sum(a, b);
  klee_assert((x | y) | (sum == 10));   // with a != 'x' and b != 'y', the result is the sum of row 0
  klee_assert((!x | y) | (sum == 26));  // with a == 'x' only, the result is the sum of row 1
  klee_assert((x | !y) | (sum == 42));  // with b == 'y' only, the result is the sum of row 2
  klee_assert((!x | !y) | (sum == 58)); // with a == 'x' and b == 'y', the result is the sum of row 3
  return 0;
}
