// run: simplify, melds=speculative
// run: simplify, melds
// entry: f
// In speculative mode, an access at a symbolic address on one side is left.
int t[4];
int f(char c, unsigned char i, int x) {
  if (c > 'a') x = t[i & 3];
  return x;
}
