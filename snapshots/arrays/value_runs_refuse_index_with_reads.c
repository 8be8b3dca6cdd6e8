// run: arrays --arrays value
// A read at an index with too many values is not divided into runs if the index contains a read.
#include <klee/klee.h>
int main(void) {
  static unsigned char big[70000];
  unsigned short step[256], y;
  unsigned char k, x;
  for (int i = 0; i < 256; i++) step[i] = i * i * 29 & 255;
  big[69999] = 1;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (big[y] + x == 200) return 1;
  if (big[step[k] + y] + x == 77) return 2;
  return 0;
}
