// run: simplify, cfmse
// run: simplify, cfmse, check-equivalent
// entry: f
// The operands of && become one condition, although the branch itself is left.
int g(int x) { return x * x; }
int f(char c, char d, int x) {
  if (c > 'a' && d > 'b') x = g(x);
  return x;
}
