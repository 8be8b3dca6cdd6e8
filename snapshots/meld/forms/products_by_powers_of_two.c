// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Products by constants with one bit are cheaper than one product by a selected constant.
int f(char c, int x, int y) { return c > 'a' ? x * 8 : y * 16; }
