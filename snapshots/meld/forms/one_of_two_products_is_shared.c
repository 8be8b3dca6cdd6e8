// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Of two products on one side, alignment shares one with the product of the other side.
int f(char c, int x, int y, int z) { return c > 'a' ? x * y + z * z : x * z; }
