// run: explore --cdse=blackbox
// run: explore --cdse=guide
// run: explore --cdse=maximize:5
// run: explore --cdse=guide-free
// run: explore --cdse=maximize-free:5
// run: explore --cdse=maximize-first
// Each strategy finds the same verdict.
#include <klee/klee.h>
int main(void) {
  unsigned char state = 0;
  for (int i = 0; i < 3; i++) {
    int event = klee_range(0, 3, "event");
    if (state == 0 && event == 1) state = 1;
    else if (state == 1 && event == 2) state = 2;
    else if (state == 2) state = 0;
  }
  klee_assert(state != 2 || klee_range(0, 2, "last") == 0);
  return state;
}
