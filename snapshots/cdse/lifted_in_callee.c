// run: explore --cdse
// A clause about the branches of a call in a loop is lifted to the calls of the other iterations.
#include <klee/klee.h>
int small;
static void step(int event) {
  if (event < 5) small = event + 1;
  if (event > 9) klee_assert(small == 0);
}
int main(void) {
  int n = klee_range(0, 4, "n");
  for (int i = 0; i < n; i++) {
    small = 0;
    step(klee_range(0, 20, "event"));
  }
  return 0;
}
