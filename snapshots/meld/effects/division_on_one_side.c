// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A division on one side that absorbs the value of the other side has the divisor 1 there.
unsigned f(char c, unsigned x, unsigned y) {
  unsigned r = x;
  if (c > 'a') r = x / y;
  return r;
}
