// run: explore --cdse --threads 2
// Engines exchange clauses about iterations of a loop, which each engine names by program points.
#include <klee/klee.h>
enum { IDLE, OPEN, DONE };
int state, opened;
int main(void) {
  for (int i = 0; i < 3; i++) {
    unsigned char event;
    klee_make_symbolic(&event, sizeof event, "event");
    if (state == IDLE && event == 1) { state = OPEN; opened += 1; }
    else if (state == OPEN && event == 2) { state = DONE; opened -= 1; }
    klee_assert(opened == (state == OPEN));
  }
  return 0;
}
