// run: simplify, melds
// entry: f
// An input-dependent loop with an input-dependent branch that cannot be melded is left.
int g(int x) { return x * x; }
int f(unsigned char n, char c, int x) {
  for (int i = 0; i < n; i++)
    if (c > 'a') x = g(x);
  return x;
}
