// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Cheap operations with different operands are computed on both sides: selects would cost more.
int f(char c, int x, int y, int z, int w) { return c > 'a' ? x & y : z & w; }
