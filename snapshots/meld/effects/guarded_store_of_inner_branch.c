// run: simplify, melds
// run: simplify, cfmse
// entry: f
// A store in a nested branch has both conditions as guard.
int f(char c, char d, int *p) {
  if (c > 'a') {
    c = 3;
    if (d > 'b') *p = 1;
  }
  return c;
}
