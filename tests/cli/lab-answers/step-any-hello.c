// lab conflicts, file step.c, task mend, expected not yet: accepts hello in every state
enum { START, GREETED, READY, DONE };

int step(int state, int event) {
  if (event == 0)
    return GREETED;
  if (state == GREETED && event == 1)
    return READY;
  if (event == 3)
    return DONE;
  return state;
}
