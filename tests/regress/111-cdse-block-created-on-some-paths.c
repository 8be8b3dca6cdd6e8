// With `--cdse`, a block that realloc creates on one side of a branch read as zeros behind the branch.
// run: --cdse
// exit: 10
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  int *p = malloc(4);
  p[0] = 5;
  if (c)
    p = realloc(p, 8);
  assert(!c || p[0] == 0);
  return 0;
}
