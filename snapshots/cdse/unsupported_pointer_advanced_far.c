// run: explore --cdse
// A pointer that a loop advances in an array of more than 64 elements is not supported.
#include <klee/klee.h>
int main(void) {
  static char text[100];
  char *p = text;
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  for (unsigned char i = 0; i < n && i < 5; i++) p += 9;
  klee_assert(*p == 0);
  return 0;
}
