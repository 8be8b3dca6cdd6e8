// run: simplify, melds
// entry: f
// A side with a call is left.
int g(int x) { return x * x; }
int f(char c, int x) {
  if (c > 'a') x = g(x);
  return x;
}
