// run: cdse
// A clause may be about the constant that a value has at a join, whichever edge assigned it.
#include <klee/klee.h>
int state, other;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x) {
  case 1: state = 7; break;
  case 2: state = 8; break;
  case 3: state = 7; break;
  }
  if (x & 64) other = 1;
  klee_assert(state != 7 || other == 0);
  return 0;
}
