// run: simplify, meld-steps
// entry: f
// A floating-point operation costs more than the selects for both operands.
double f(char c, double x, double y, double z, double w) { return c > 'a' ? x * y : z * w; }
