// lab conflicts, file step.c, task mend, expected not yet: hides a wrong result behind a loop that the bound cuts
enum { START, GREETED, READY, DONE };

int step(int state, int event) {
  if (state == START && event == 0)
    return GREETED;
  if (state == GREETED && event == 1)
    return READY;
  if (event == 3)
    return DONE;
  if (event == 1) {
    for (volatile int i = 0; i < 100; i++)
      ;
    return READY;
  }
  return state;
}
