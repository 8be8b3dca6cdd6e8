// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Remainders are far more expensive than selects, so they are paired, although the sums are not.
unsigned f(char c, unsigned x, unsigned y) {
  return c > 'a' ? x % 10 + y : (x + y) % 10;
}
