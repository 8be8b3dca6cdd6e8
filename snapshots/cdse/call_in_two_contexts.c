// run: cdse
// A function called twice has separate nodes for each call, so a clause names a side in each of the calls.
#include <klee/klee.h>
int calls;
static void count(unsigned char v) {
  if (v > 10) calls += 1;
  else calls += 16;
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  count(x);
  count(x);
  klee_assert(calls != 17);
  return 0;
}
