// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Operations that are computed before the branch cost nothing.
int f(char c, int x, int y) {
  int p = x * y;
  return p + (c > 'a' ? x * y : 7);
}
