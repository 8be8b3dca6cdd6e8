// run: cdse --unwind 3
// The states of an event loop are constants, so constant propagation excludes the paths to the failure.
#include <klee/klee.h>
enum { IDLE, OPEN, DONE };
int state, opened;
int main(void) {
  while (state != DONE) {
    unsigned char event;
    klee_make_symbolic(&event, sizeof event, "event");
    if (state == IDLE && event == 1) { state = OPEN; opened = 1; }
    else if (state == OPEN) { klee_assert(opened == 1); state = DONE; }
  }
  return 0;
}
