// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A division by a constant needs no safe divisor.
unsigned f(char c, unsigned x, unsigned y) { return c > 'a' ? x / 7 : y; }
