// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A sum that is not computed from the value of the opposite side is not absorbed.
int f(char c, int x, int y, int z) { return c > 'a' ? x + y : z; }
