// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A store in a guarded loop has an effect only for inputs that are in the loop.
int t[4];
int f(unsigned char n, int x) {
  for (int i = 0; i < (n & 3); i++) t[i] = x;
  return t[2];
}
