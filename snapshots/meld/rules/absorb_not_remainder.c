// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A remainder has no identity, so it is selected..
unsigned f(char c, unsigned x, unsigned y) { return c > 'a' ? x % (y | 1) : x; }
