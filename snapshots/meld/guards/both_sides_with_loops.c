// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// If both sides have loops, the second follows the first, under the negated guard.
int f(char c, int x) {
  if (c > 'a')
    for (int k = 0; k < 2; k++) x = x * 3;
  else
    for (int k = 0; k < 3; k++) x = x + 7;
  return x;
}
