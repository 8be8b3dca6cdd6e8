// run: explore --cdse
// options: --check uninit,memory
// Bytes that some paths write are indeterminate on the other paths.
#include <klee/klee.h>
#include <stdlib.h>
static void set(int *to, int value) { *to = value; }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int a[4], sum = 0;
  for (int i = 0; i < 4; i++)
    if (i != (x & 3)) set(a + i, i);
  if (x > 250) sum = a[x & 3];
  else sum = a[(x + 1) & 3];
  char *p = calloc(2, 1), *q = malloc(2);
  if (x & 8) q[1] = 2;
  sum += p[1];
  if (x == 16) sum += q[1];
  if (x == 24) sum += q[1];
  free(p);
  free(q);
  return sum;
}
