// run: simplify, meld-steps
// entry: f
// Two floating-point sums become one sum of selected operands.
float f(char c, float x, float y, float z) { return c > 'a' ? x + y : x + z; }
