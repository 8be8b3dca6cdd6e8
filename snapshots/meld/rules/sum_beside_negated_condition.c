// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A select between 0 and -1 becomes the sign-extended negated condition.
int f(char c, int x, int y) {
  int r = -1;
  if (c > 'a') {
    r = 0;
    x += y;
  }
  return r ^ x;
}
