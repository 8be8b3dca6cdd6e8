// run: simplify, cfmse
// entry: f
// An operator && with two concrete operands stays two branches.
int g(int x) { return x * x; }
int f(int x) {
  for (int i = 0; i < 9; i++)
    if (i > 2 && i < 6) x = g(x);
  return x;
}
