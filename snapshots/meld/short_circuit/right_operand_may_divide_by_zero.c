// run: simplify, cfmse
// run: simplify, cfmse, check-equivalent
// entry: f
// The check of a division in the right operand gets the left operand as guard, and the divisor is 1 otherwise.
int g(int x) { return x * x; }
int f(char c, char d, int x) {
  if (d != 0 && x / d > 5) x = g(x);
  return x;
}
