// run: simplify, cfmse
// entry: f
// A guarded load and an unguarded load at one address become one load with the guard of one side.
int f(char c, char d, int *p) {
  int r = 0;
  if (c > 'a') {
    if (d > 'b') r = *p;
  } else {
    r = *p + 1;
  }
  return r;
}
