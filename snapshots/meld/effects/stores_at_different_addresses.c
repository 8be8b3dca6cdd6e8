// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Stores at different addresses stay two stores with opposite guards.
int t[4];
int f(char c, int x) {
  if (c > 'a') t[1] = x; else t[2] = x;
  return t[1] ^ t[2];
}
