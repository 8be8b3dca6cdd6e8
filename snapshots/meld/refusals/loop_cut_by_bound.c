// run: simplify, melds
// run: simplify, melds --unwind 8
// entry: f
// With an unwinding bound, an outer loop that contains a loop is left, because the bound could cut other inputs.
int f(unsigned char n, int x) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++) x = x * 3;
  return x;
}
