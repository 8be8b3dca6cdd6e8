// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Negations of two products become the negation of one product.
int f(char c, int x, int y, int z) { return c > 'a' ? -(x * y) : -(x * z); }
