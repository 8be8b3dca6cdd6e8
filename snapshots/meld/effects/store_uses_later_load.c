// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A store does not use a product that is merged with a product of a later load.
int a, b;
int f(char c, int x, int y, int z) {
  int r = 0;
  if (c > 'a') { a = x ^ 5; r = b * y; } else { a = z * y; }
  return r;
}
