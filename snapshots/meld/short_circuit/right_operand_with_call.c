// run: simplify, cfmse
// run: simplify, cfmse, check-equivalent
// entry: f
// A right operand with a call stays a branch of its own.
int g(int x) { return x * x; }
int f(char c, char d, int x) {
  if (c > 'a' && g(d) > 5) x = g(x);
  return x;
}
