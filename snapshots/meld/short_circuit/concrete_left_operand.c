// run: simplify, cfmse
// run: simplify, cfmse, check-equivalent
// entry: f
// An operator && with one concrete operand is joined, because the other operand depends on an input.
int g(int x) { return x * x; }
int f(char c, int x) {
  for (int i = 0; i < 2; i++)
    if (i == 1 && c > 'a') x = g(x);
  return x;
}
