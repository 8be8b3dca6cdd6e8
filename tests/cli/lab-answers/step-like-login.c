// lab conflicts, file step.c, task mend, expected passed: accepts a login in READY, as login.c does
enum { START, GREETED, READY, DONE };

int step(int state, int event) {
  if (state == START && event == 0)
    return GREETED;
  if (state != START && event == 1)
    return READY;
  if (event == 3)
    return DONE;
  return state;
}
