// run: simplify, melds
// entry: f
// An input-dependent loop with a call is left.
int g(int x) { return x * x; }
int f(unsigned char n, int x) {
  for (int i = 0; i < n; i++) x = g(x);
  return x;
}
