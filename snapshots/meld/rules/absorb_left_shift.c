// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A left shift is absorbed with the amount 0.
unsigned f(char c, unsigned x, unsigned char y) { return c > 'a' ? x << (y & 7) : x; }
