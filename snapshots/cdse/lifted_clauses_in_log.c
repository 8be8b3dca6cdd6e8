// run: cdse --unwind 3
// The log marks a clause that was lifted from another iteration.
#include <klee/klee.h>
int small;
int main(void) {
  int n = klee_range(0, 5, "n");
  for (int i = 0; i < n; i++) {
    int event = klee_range(0, 20, "event");
    small = 0;
    if (event < 5) small = event + 1;
    if (event > 9) klee_assert(small == 0);
  }
  return 0;
}
