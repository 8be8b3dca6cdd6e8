// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Two products of different factors become one product of selected factors.
int f(char c, int x, int y, int z, int w) { return c > 'a' ? x * y : z * w; }
