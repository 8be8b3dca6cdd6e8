// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// The operands of a commutative operator are exchanged, so that the common factor needs no select.
int f(char c, int x, int y, int z) { return c > 'a' ? x * y : z * x; }
