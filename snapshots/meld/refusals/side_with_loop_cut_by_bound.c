// run: simplify, melds
// run: simplify, melds --unwind 8
// entry: f
// With an unwinding bound, a side with a loop is left.
int f(char c, int x) {
  if (c > 'a')
    for (int k = 0; k < 2; k++) x = x * 3;
  return x;
}
