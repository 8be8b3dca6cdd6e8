// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// run: simplify, explore --cfmse
// entry: f
// A check in a side with a loop gets the guard of the side, so only inputs of the side fail.
int f(char c, int x, int y) {
  if (c > 'a')
    for (int k = 0; k < 2; k++) x = x / y;
  return x;
}
