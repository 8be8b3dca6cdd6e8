// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A product of a byte and an int has few partial products, so its cost is lower than that of two ints.
int f(char c, unsigned char x, int y, int z) { return c > 'a' ? x * y : z * y; }
