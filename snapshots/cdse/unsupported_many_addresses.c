// run: explore --cdse
// An access through a pointer with more than 64 values is not supported.
#include <klee/klee.h>
int main(void) {
  static char text[72], *a[8], *b[8], *c[8], *d[8], *e[8], *f[8], *g[8], *h[8], *i[8];
  static char **rows[9] = {a, b, c, d, e, f, g, h, i};
  unsigned char k, x;
  for (int n = 0; n < 72; n++) rows[n / 8][n % 8] = text + n;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 9);
  char *p = rows[k][x & 7];
  klee_assert(*p == 0);
  return 0;
}
