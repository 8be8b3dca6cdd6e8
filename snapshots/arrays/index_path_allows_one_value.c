// run: arrays --arrays index
// All possible values of the read are equal, so `index` decides the condition although the table changes at each index.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], k;
  for (int i = 0; i < 64; i++) table[i] = i % 2;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  klee_assume((k == 3) | (k == 17) | (k == 51));
  if (table[k] == 1) return 1;
  return 0;
}
