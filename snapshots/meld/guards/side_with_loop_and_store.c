// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A store in a side with a loop gets the guard of the side.
int t[4];
int f(char c, int x) {
  if (c > 'a')
    for (int k = 0; k < 4; k++) t[k] = x;
  return t[2];
}
