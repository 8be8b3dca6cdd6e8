// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Aligned operands of aligned operations are merged too: one sum of one product.
int f(char c, int x, int y, int z) { return c > 'a' ? (x * 3) * y + z : (x * 7) * z + y; }
