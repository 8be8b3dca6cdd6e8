// run: arrays --arrays index
// Two reads whose indexes share an input are evaluated for each value of this input.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], k;
  for (int i = 0; i < 64; i++) table[i] = i / 8;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 48);
  if (table[k] + table[k + 16] == 6) return 1;
  return 0;
}
