#include <klee/klee.h>

enum { START, GREETED, READY, DONE };

int step(int state, int event);

int main(void) {
  int state = START;
  for (int events = 0; events < 5 && state != DONE; events++) {
    int event;
    klee_make_symbolic(&event, sizeof event, "event");
    int before = state;
    state = step(before, event);
    int is_hello = before == START && event == 0;
    int is_login = before == GREETED && event == 1;
    klee_assert(!is_hello || state == GREETED); // a hello in the state START leads to GREETED
    klee_assert(!is_login || state == READY);   // a login in the state GREETED leads to READY
    klee_assert(event != 3 || state == DONE);   // quit leads to DONE
    klee_assert(is_hello || is_login || event == 3 || state == before); // any other event changes nothing
  }
  return 0;
}
