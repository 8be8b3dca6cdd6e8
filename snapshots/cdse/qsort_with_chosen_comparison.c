// run: explore --cdse
// The sizes of copies in `qsort`, and the comparison that it calls, depend on the path.
#include <klee/klee.h>
#include <stdlib.h>
static int up(const void *a, const void *b) {
  return *(const unsigned char *)a - *(const unsigned char *)b;
}
static int down(const void *a, const void *b) { return up(b, a); }
int main(void) {
  unsigned char a[3], descending;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(&descending, sizeof descending, "descending");
  qsort(a, 3, 1, descending ? down : up);
  if (descending) klee_assert(a[0] >= a[1] && a[1] >= a[2]);
  else klee_assert(a[0] <= a[1] && a[1] < a[2]);
  return 0;
}
