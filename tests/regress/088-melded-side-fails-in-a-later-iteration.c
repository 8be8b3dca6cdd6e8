// One side can fail only in a later iteration than the other side; both failures must be reported.
// run: --cfmse
// exit: 10
// has: c:13
// has: c:15
#include <klee/klee.h>
int main(void) {
  unsigned char a[4]; int r = 0;
  klee_make_symbolic(a, 4, "a");
  for (int i = 0; i < 4; i++) {
    int d = i < 2 ? 1 : 0;
    if (a[i] < 100)
      r += 10 / (a[i] - 5);
    else
      r += 11 / (a[i] - 200 + d * 500);
  }
  return r;
}
