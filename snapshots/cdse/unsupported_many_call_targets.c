// run: explore --cdse
// A call through a pointer with more than 64 values is not supported.
#include <klee/klee.h>
typedef int (*Function)(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
  static Function a[8], b[8], c[8], d[8], e[8], f[8], g[8], h[8], i[8];
  static Function *rows[9] = {a, b, c, d, e, f, g, h, i};
  unsigned char k, x;
  for (int n = 0; n < 72; n++) rows[n / 8][n % 8] = n % 2 ? one : two;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 9);
  klee_assert(rows[k][x & 7]() == 1);
  return 0;
}
