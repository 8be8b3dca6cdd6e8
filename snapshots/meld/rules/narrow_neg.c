// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A promoted negation is the negation of a byte.
unsigned char f(char c, unsigned char x, unsigned char y) {
  if (c > 'a') x = -(x + y);
  return x;
}
