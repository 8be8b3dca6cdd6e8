// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// entry: f
// A concrete branch on one side of a symbolic branch is selected, too, so that the outer branch can be melded.
int f(char c, int x) {
  for (int i = 0; i < 2; i++)
    if (c > 'a') {
      x = x ^ 1;
      if (i == 1) x = x + 5;
    }
  return x;
}
