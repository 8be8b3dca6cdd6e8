#include <klee/klee.h>
enum { START, GREETED, READY, DONE };
int step(int state, int event);
int main(void) {
  int state = START, logins = 0, hellos = 0;
  while (state != DONE) {
    int event;
    klee_make_symbolic(&event, sizeof event, "event");
    int before = state;
    state = step(state, event);
    klee_assert(state >= START && state <= DONE);
    if (before != state && state == GREETED)
      hellos++;
    if (before != state && state == READY)
      logins++;
    klee_assert(logins <= hellos && hellos <= 1);
    klee_assert(event != 3 || state == DONE);
  }
  return 0;
}
