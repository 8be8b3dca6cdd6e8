// run: arrays
// A read of a two-dimensional table becomes ranges of the offset in the table.
#include <klee/klee.h>
int main(void) {
  unsigned char table[8][16], i, k;
  for (int a = 0; a < 8; a++)
    for (int b = 0; b < 16; b++) table[a][b] = a >= 4 && b >= 8;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(i < 8);
  klee_assume(k < 16);
  if (table[i][k]) return 1;
  return 0;
}
