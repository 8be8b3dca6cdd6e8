// run: explore --cdse
// The variable arguments of a call are stored in an object of the called function.
#include <klee/klee.h>
#include <stdarg.h>
static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int all = 0;
  for (int i = 0; i < count; i++) all += va_arg(list, int);
  va_end(list);
  return all;
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(sum(2, x, 5) != 12);
  return 0;
}
