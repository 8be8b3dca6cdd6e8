// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A conditional or with 1 needs no select: its operand is the extended condition.
int f(char c, int x) { return c > 'a' ? x | 1 : x; }
