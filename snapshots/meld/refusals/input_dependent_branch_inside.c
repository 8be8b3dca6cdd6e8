// run: simplify, melds
// entry: f
// A side with an input-dependent branch that cannot be melded is left.
int g(int x) { return x * x; }
int f(char c, char d, int x) {
  if (c > 'a') {
    x = x + 1;
    if (d > 'b') x = g(x);
  }
  return x;
}
