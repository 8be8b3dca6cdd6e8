// run: explore --search fair-covnew --verify --max-instructions 2500
// In a short run, fair-covnew searches like fair: it leaves an endless loop, and finds the failure behind it.
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
