// run: explore --cdse --unwind 2
// A clause of an inner loop is lifted to other iterations of both loops.
#include <klee/klee.h>
int small;
int main(void) {
  for (int i = 0; i < 2; i++) {
    int n = klee_range(0, 3, "n");
    for (int k = 0; k < n; k++) {
      int event = klee_range(0, 20, "event");
      small = 0;
      if (event < 5) small = event + 1;
      if (event > 9) klee_assert(small == 0);
    }
  }
  return 0;
}
