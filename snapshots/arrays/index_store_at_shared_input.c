// run: arrays --arrays index
// A store at a symbolic index is evaluated together with the read: the indexes are equal only for `i == 20`.
#include <klee/klee.h>
int main(void) {
  unsigned char table[41] = {0}, i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 41);
  table[i] = 5;
  if (table[40 - i] == 5) return 1;
  return 0;
}
