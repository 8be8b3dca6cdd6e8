// run: simplify, cfmse
// run: simplify, cfmse, check-equivalent
// entry: f
// A division by a constant in the right operand needs no check and no select.
int g(int x) { return x * x; }
int f(char c, char d, int x) {
  if (c > 'a' && x / 7 > 5) x = g(x);
  return x;
}
