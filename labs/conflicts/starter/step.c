enum { START, GREETED, READY, DONE };

/* Returns the state after an event; an event that does not fit changes nothing. */
int step(int state, int event) {
  if (state == START && event == 0)
    return GREETED;
  if (event == 1)
    return READY;
  if (event == 3)
    return DONE;
  return state;
}
