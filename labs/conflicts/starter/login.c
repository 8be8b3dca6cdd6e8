#include <klee/klee.h>

/* A protocol: hello, login, then commands; quit ends it. An event is a number from 0 to 3. */
enum { START, GREETED, READY, DONE };

int main(void) {
  int state = START, logins = 0;
  while (state != DONE) {
    int event;
    klee_make_symbolic(&event, sizeof event, "event");
    if (state == START && event == 0) {
      state = GREETED;
    } else if (state != START && event == 1) {
      state = READY;
      logins++;
    } else if (state == READY && event == 2) {
      klee_assert(logins == 1);
    } else if (event == 3) {
      state = DONE;
    }
  }
  return 0;
}
