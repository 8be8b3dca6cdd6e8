// After the first failure of a melded load, conflict-driven search did not search for further failures of the load.
// run: --cfmse --cdse
// exit: 10
// has: c:22
// has: c:24
// has: c:26
// has: c:28
// run: --cfmse
// exit: 10
// has: c:22
// has: c:24
// has: c:26
// has: c:28
#include <klee/klee.h>
struct s { int v; };
int main(void) {
  unsigned char a, b, c; int r = 0; struct s x = {1}, y = {2};
  klee_make_symbolic(&a, 1, "a"); klee_make_symbolic(&b, 1, "b"); klee_make_symbolic(&c, 1, "c");
  struct s *p = a == 3 ? 0 : &x, *q = a == 4 ? 0 : &y;
  if (b > 3)
    if (c > 9)
      r = p->v;
    else
      r = q->v;
  else if (c > 7)
    r = q->v + 1;
  else
    r = p->v + 3;
  return r;
}
