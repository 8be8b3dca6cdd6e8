// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A right operand whose branch can be melded itself is melded, not moved.
int f(char c, char d, int x) {
  int r = 1;
  if (c > 'a') {
    if (d > 'b') r = 2;
  }
  return r;
}
