// run: explore --cdse
// A pointer that a loop advances has all offsets of its array as values.
#include <klee/klee.h>
int main(void) {
  char text[4] = "abc", *p = text;
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  for (unsigned char i = 0; i < n && *p; i++) p++;
  klee_assert(*p != 'c' || n == 2);
  klee_assert(*p);
  return 0;
}
