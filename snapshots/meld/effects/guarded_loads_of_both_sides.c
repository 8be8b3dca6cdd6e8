// run: simplify, cfmse
// entry: f
// Two guarded loads at one address become one load, whose guard is selected.
int f(char c, char d, char e, int *p) {
  int r = 0;
  if (c > 'a') {
    if (d > 'b') r = *p;
  } else {
    if (e > 'c') r = *p + 1;
  }
  return r;
}
