// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Two comparisons with one common operand become one comparison with a selected operand.
int f(char c, int x, int y, int z) { return c > 'a' ? x < y : x < z; }
