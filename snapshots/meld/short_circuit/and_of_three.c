// run: simplify, cfmse
// run: simplify, cfmse, check-equivalent
// entry: f
// Three operands of && become one condition.
int g(int x) { return x * x; }
int f(char c, char d, int x) {
  if (c > 'a' && d > 'b' && x > 3) x = g(x);
  return x;
}
