// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A branch that only chooses between values has one form: a select.
int f(char c, int x, int y) {
  int r = x;
  if (c > 'a') r = y;
  return r;
}
