// run: simplify, cfmse
// run: simplify, cfmse, check-equivalent
// entry: f
// A load in the right operand of || gets the negated left operand as guard.
int table[4] = {3, 1, 4, 1};
int g(int x) { return x * x; }
int f(unsigned char i, int x) {
  if (i >= 4 || table[i] > 2) x = g(x);
  return x;
}
