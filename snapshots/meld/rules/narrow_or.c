// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A promoted bitwise or is a bitwise or of bytes.
unsigned char f(char c, unsigned char x, unsigned char y) {
  if (c > 'a') x = (x + 1) | y;
  return x;
}
