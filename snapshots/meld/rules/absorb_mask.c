// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A bitwise and is absorbed with a mask of ones.
int f(char c, int x, int y) { return c > 'a' ? x & 15 : x; }
