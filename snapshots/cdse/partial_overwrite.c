// run: explore --cdse
// A store of one byte on one path changes only this byte of a word.
#include <klee/klee.h>
unsigned word = 0x01020304;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 7) ((unsigned char *)&word)[1] = x;
  klee_assert((word & 0xffff00ff) == 0x01020004);
  klee_assert(word != 0x01020904);
  return 0;
}
