// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// The e-graph finds a form that alignment does not: the sides have different lengths.
int f(char c, int x, int y, int z) { return c > 'a' ? x * y + z : x * y; }
