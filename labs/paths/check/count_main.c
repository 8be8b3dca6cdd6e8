#include <klee/klee.h>

int count_positive(const int *x, int length);

int main(void) {
  int a, b, c, d, e, f;
  klee_make_symbolic(&a, sizeof a, "x[0]");
  klee_make_symbolic(&b, sizeof b, "x[1]");
  klee_make_symbolic(&c, sizeof c, "x[2]");
  klee_make_symbolic(&d, sizeof d, "x[3]");
  klee_make_symbolic(&e, sizeof e, "x[4]");
  klee_make_symbolic(&f, sizeof f, "x[5]");
  int x[6] = {a, b, c, d, e, f};
  int expected = 0;
  for (int i = 0; i < 6; i++)
    expected += x[i] > 0;
  klee_assert(count_positive(x, 6) == expected); // the result is the number of positive elements
  klee_assert((x[0] == a) & (x[1] == b) & (x[2] == c) & (x[3] == d) & (x[4] == e) & (x[5] == f)); // the elements do not change
  return 0;
}
