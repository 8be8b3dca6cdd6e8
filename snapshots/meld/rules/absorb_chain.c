// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A chain of two operations on one side is absorbed: each gets the identity on the opposite side.
int f(char c, int x, int y, int z) { return c > 'a' ? (x + y) ^ z : x; }
