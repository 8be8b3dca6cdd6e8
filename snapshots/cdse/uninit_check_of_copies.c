// run: explore --cdse
// options: --check uninit,memory
// A copy of indeterminate bytes is no failure; a read of the copy is one.
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { char name[4]; int count; };
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  struct pair one, two;
  if (x & 1) one.count = x;
  strcpy(one.name, "ab");
  two = one;
  if (x == 3) return two.count;
  if (x == 4) return two.count;
  char *p = malloc(4);
  memcpy(p, two.name, x & 3);
  p = realloc(p, 8);
  if (x == 9) printf("%s\n", p);
  return 0;
}
