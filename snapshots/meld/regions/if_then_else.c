// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A branch with two sides is melded.
int f(char c, int x, int y) {
  int r;
  if (c == 'a') r = x & y; else r = x | y;
  return r;
}
