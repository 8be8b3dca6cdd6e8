#include <klee/klee.h>

/* Selects a row by the first two letters, and then reads the row once for each column. */
int main(void) {
  static const int table[4][4] = {{1, 2, 3, 4}, {2, 3, 4, 1}, {3, 4, 1, 2}, {4, 1, 2, 3}};
  char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  int row = 0;
  if (a == 'x')
    row += 1;
  if (b == 'y')
    row += 2;
  int sum = 0;
  for (int column = 0; column < 4; column++)
    sum += table[row][column];
  klee_assert(sum == 10);
  return 0;
}
