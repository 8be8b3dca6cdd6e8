// run: simplify, melds
// entry: f
// If the inner branch cannot be melded, the outer branch stays, too.
int g(int x) { return x * x; }
int f(char c, char d, char e, int x) {
  if (c > 'a') {
    if (d > 'b') x = x + 1;
    if (e > 'c') x = g(x);
  }
  return x;
}
