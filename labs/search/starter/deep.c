#include <klee/klee.h>

/* Fails after twelve bits: on the path that takes the first side of every branch. */
int main(void) {
  char bit[12];
  klee_make_symbolic(bit, sizeof bit, "bit");
  int ones = 0;
  for (int i = 0; i < 12; i++) {
    if (bit[i] & 1)
      ones++;
  }
  klee_assert(ones < 12);
  return 0;
}
