// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Two divisions become one, without a safe divisor for the opposite side.
unsigned f(char c, unsigned x, unsigned y, unsigned z) {
  return c > 'a' ? x / (y | 1) : x / (z | 1);
}
