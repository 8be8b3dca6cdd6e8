// run: arrays --arrays published,index
// The published form of `index` applies to a table whose value changes at each index.
#include <klee/klee.h>
int main(void) {
  unsigned char table[8], k;
  for (int i = 0; i < 8; i++) table[i] = i % 2;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 8);
  if (table[k] == 1) return 1;
  return 0;
}
