// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A store at another offset of the same array keeps the old value known.
int t[4];
int f(char c, int x) {
  int old = t[1];
  t[2] = x;
  if (c > 'a') t[1] = 5;
  return old;
}
