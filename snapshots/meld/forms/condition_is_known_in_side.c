// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Inside the then side, the branch condition is true, so a select on it disappears.
int f(char c, int x, int y) {
  int r;
  if (c > 'a') r = (c > 'a') * x + y; else r = y + 1;
  return r;
}
