// run: simplify, melds
// The address of n is taken, so the condition of the loop reads n from memory. Such a loop is not melded.
#include <klee/klee.h>
int main(void) {
  int n, s = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  for (int i = 0; i < n && s < 9; i++) s += 3;
  for (int i = 0; i < n; i++) s++;
  return s;
}
