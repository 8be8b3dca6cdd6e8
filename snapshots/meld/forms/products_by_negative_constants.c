// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A product by a constant with few zero bits, such as -3, costs an addition for each zero bit and one more.
int f(char c, int x, int y) { return c > 'a' ? x * -3 : y; }
