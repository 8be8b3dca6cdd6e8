// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A division is absorbed with the divisor 1.
unsigned f(char c, unsigned x, unsigned y) { return c > 'a' ? x / (y | 1) : x; }
