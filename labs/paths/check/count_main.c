#include <klee/klee.h>
int count_positive(const int *x, int length);
int main(void) {
  int x[6];
  klee_make_symbolic(x, sizeof x, "x");
  int expected = 0;
  for (int i = 0; i < 6; i++)
    expected += x[i] > 0;
  klee_assert(count_positive(x, 6) == expected);
  return 0;
}
