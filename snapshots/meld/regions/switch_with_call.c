// run: simplify, melds
// entry: f
// A case with a call is not straight-line code.
int g(int x);
int g(int x) { return x * x; }
int f(char c, int x) {
  switch (c) {
    case 'a': x = g(x); break;
    case 'b': x = x ^ 6; break;
    default: x = 0;
  }
  return x;
}
