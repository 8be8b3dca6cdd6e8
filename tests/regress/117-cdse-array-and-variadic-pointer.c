// Arrays of symbolic size, and calls of variadic functions through a pointer, ended the paths of `--cdse`.
// run: --cdse
// exit: 0
// run: --cdse -DSMALL
// exit: 10
#include <assert.h>
#include <stdarg.h>
unsigned __VERIFIER_nondet_uint(void);
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int all = 0;
  for (int i = 0; i < n; i++)
    all += va_arg(list, int);
  va_end(list);
  return all;
}
static int first(int n, ...) {
  va_list list;
  va_start(list, n);
  int value = va_arg(list, int);
  va_end(list);
  return value;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef SMALL
  int array[n & 7];
#else
  int array[1 + (n & 7)];
#endif
  array[n & 7] = 5;
  int (*call)(int, ...) = n & 8 ? sum : first;
  assert(call(2, array[n & 7], 3) == (n & 8 ? 8 : 5));
  return 0;
}
