// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A branch without an else side is melded.
int f(char c, int x) {
  if (c == 'a') x = 7;
  return x;
}
