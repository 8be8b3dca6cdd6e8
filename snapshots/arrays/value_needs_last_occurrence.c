// run: arrays --arrays value
// A sum of a read with order and a read without order keeps the second read.
#include <klee/klee.h>
int main(void) {
  unsigned char order[64], mess[64], i, k, x;
  for (int c = 0; c < 64; c++) order[c] = c / 32, mess[c] = c * 37 % 11;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(i < 64);
  klee_assume(k < 64);
  if (order[i] + mess[k] + x == 200) return 1;
  return 0;
}
