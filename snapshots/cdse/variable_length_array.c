// run: explore --cdse
// An array of size 0 is a failure, and an access beyond the actual size is one, too.
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  char a[n];
  a[2] = 1;
  return 0;
}
