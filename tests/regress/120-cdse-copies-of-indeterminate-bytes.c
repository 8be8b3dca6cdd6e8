// `--cdse` took the copy of an indeterminate byte for equal to the byte, and verified the assertions.
// run: --cdse --all-errors
// exit: 10
// has: bytes.c:26:
// has: bytes.c:27:
// has: bytes.c:28:
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct pair { int x, y; };
static struct pair global;
int main(void) {
  struct pair first, second;
  char *p = malloc(2), *q = malloc(2);
  if (!p || !q)
    return 0;
  if (__VERIFIER_nondet_int())
    first.x = 1;
  first.y = 2;
  second = first;
  assert(second.y == 2);
  memcpy(q, p, 2);
  global = first;
  switch (__VERIFIER_nondet_int()) {
  case 1: assert(first.x == second.x); break;
  case 2: assert(*p == *q); break;
  case 3: assert(global.x == second.x); break;
  }
  return 0;
}
