// run: simplify, melds
// run: simplify, melds --cfmse-branches all
// run: simplify, cfmse, check-equivalent
// entry: f
// A concrete branch in a side with a loop stays a branch.
int f(char c, int x) {
  if (c > 'a')
    for (int k = 0; k < 3; k++)
      if (k == 1) x = x * 3;
  return x;
}
