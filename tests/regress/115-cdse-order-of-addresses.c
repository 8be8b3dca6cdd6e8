// The difference and the order of addresses ended the paths of `--cdse`, also for variables of main.
// run: --cdse
// exit: 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int global[4];
int main(void) {
  int c = __VERIFIER_nondet_int(), x = 1, y = 2;
  int *q = c ? &global[c & 3] : &x;
  assert(q != &y);
  assert((q < &y) | (q > &y));
  assert(c == 0 || q - global == (c & 3));
  return 0;
}
