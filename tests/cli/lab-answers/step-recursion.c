// lab conflicts, file step.c, task mend, expected not decided: calls itself without end for some events
enum { START, GREETED, READY, DONE };

int step(int state, int event) {
  if (state == START && event == 0)
    return GREETED;
  if (state == GREETED && event == 1)
    return READY;
  if (event == 3)
    return DONE;
  if (event == 1)
    return step(state, event);
  return state;
}
