// lab conflicts, file step.c, task mend, expected passed: searches a table in a short loop
enum { START, GREETED, READY, DONE };

static const int rows[3][3] = {{START, 0, GREETED}, {GREETED, 1, READY}, {READY, 3, DONE}};

int step(int state, int event) {
  if (event == 3)
    return DONE;
  for (int i = 0; i < 3; i++)
    if (rows[i][0] == state && rows[i][1] == event)
      return rows[i][2];
  return state;
}
