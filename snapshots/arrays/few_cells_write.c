// run: explore
// A write at a symbolic index into few cells changes a cell only if the index selects the cell.
#include <klee/klee.h>
int main(void) {
  unsigned char cell[3] = {0}, k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 3);
  cell[k] = 7;
  if (cell[1] == 7) klee_assert(k == 1);
  else klee_assert(k != 1 && cell[0] + cell[2] == 7);
  return 0;
}
