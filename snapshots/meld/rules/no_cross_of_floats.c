// run: simplify, meld-steps
// entry: f
// Operands of a floating-point sum are not exchanged, because the order of two NaNs decides the result.
float f(char c, float x, float y, float z) { return c > 'a' ? x + y : z + x; }
