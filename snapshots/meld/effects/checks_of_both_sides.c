// run: simplify, meld-steps
// run: simplify, cfmse, locs
// run: simplify, cfmse, check-equivalent
// run: simplify, explore --cfmse
// entry: f
// Checks of one kind become one check, with the origins of both sides.
int f(char c, unsigned x, unsigned y, unsigned z) {
  unsigned r;
  if (c > 'a')
    r = x / y;
  else
    r = x / z;
  return r;
}
