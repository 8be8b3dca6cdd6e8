// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// An or with 1 on the else side has the extended negated condition as operand.
int f(char c, int x) { return c > 'a' ? x : x | 1; }
