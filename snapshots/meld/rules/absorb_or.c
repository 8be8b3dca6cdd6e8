// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A bitwise or is absorbed with the operand 0.
int f(char c, int x, int y) { return c > 'a' ? x | y : x; }
