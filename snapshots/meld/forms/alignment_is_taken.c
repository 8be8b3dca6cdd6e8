// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Expensive operations in the same order are paired by alignment.
int f(char c, int x, int y, int z) { return c > 'a' ? x * y * 3 : x * z * 5; }
