// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A product is absorbed with the factor 1.
int f(char c, int x, int y) { return c > 'a' ? x * y : x; }
