// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Operations in opposite order: alignment pairs one of them, the e-graph both.
int f(char c, int x, int y, int z) { return c > 'a' ? (x * y) ^ (x + z) : (y + z) ^ (z * x); }
