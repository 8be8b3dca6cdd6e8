// run: explore --search dfs --verify --max-instructions 2500
// run: explore --search fair --verify --max-instructions 2500
// run: explore --search fair-covnew --verify --max-instructions 2500
// Fair search leaves an endless loop, which depth-first search follows for ever, and finds the failure behind it. In a
// short run, fair-covnew searches like fair.
#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x > 0)
    for (int i = 1; i; i++)
      if (x == i) return i;
  assert(x != -7);
  return 0;
}
