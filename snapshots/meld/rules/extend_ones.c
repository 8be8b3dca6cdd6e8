// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A select between -1 and 0 becomes the sign-extended condition.
int f(char c, int x, int y) {
  int r = 0;
  if (c > 'a') {
    r = -1;
    x += y;
  }
  return r ^ x;
}
