// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Logical and arithmetic right shifts are absorbed with the amount 0.
int f(char c, unsigned x, int y, unsigned char n) {
  if (c > 'a') {
    x = x >> (n & 7);
    y = y >> (n & 7);
  }
  return (int)(x ^ (unsigned)y);
}
