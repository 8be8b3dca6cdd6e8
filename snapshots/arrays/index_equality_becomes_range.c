// run: arrays
// The condition `table[k] == 5` becomes the range of the indexes with this value.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 19] = 1, [20 ... 39] = 5, [40 ... 63] = 9};
int main(void) {
  unsigned char k = klee_range(0, 64, "k");
  if (table[k] == 5) return 1;
  return 0;
}
