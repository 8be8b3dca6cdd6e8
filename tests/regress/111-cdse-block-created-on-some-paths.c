// The new block of realloc exists on one side of a branch only. A read behind the branch skipped the side, and got zeros
// instead of the copied bytes. So the assertion was proved.
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
