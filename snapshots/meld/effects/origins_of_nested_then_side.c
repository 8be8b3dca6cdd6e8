// run: simplify, cfmse, locs
// run: simplify, explore --cfmse
// entry: f
// The origin of a check in the then side of an inner branch applies only if the conditions of both branches hold.
unsigned f(char c, char d, unsigned x, unsigned y) {
  unsigned r;
  if (c < 'k') {
    if (d < 'a')
      r = x / y;
    else
      r = y / x;
  } else {
    r = 9 / x;
  }
  return r;
}
