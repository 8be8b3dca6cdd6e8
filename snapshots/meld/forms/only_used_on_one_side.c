// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// The value of a guarded store matters on one side only, so it is not selected.
int t[4];
int f(char c, int x, int y) {
  if (c > 'a') t[1] = x * y; else t[2] = x + y;
  return t[3];
}
