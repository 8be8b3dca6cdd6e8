// run: simplify, cfmse, locs
// run: simplify, explore --cfmse
// entry: f
// A check that three sides share lists its three origins in order; each fails for itself.
unsigned f(char c, unsigned x, unsigned y) {
  unsigned r;
  if (c < 'a')
    r = x / y;
  else if (c < 'k')
    r = y / x;
  else
    r = 9 / x;
  return r;
}
