// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Products by constants with many bits are more expensive than one product by a selected constant.
int f(char c, int x, int y) { return c > 'a' ? x * 0x55555555 : y * 0x33333333; }
