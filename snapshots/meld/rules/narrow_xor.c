// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A promoted exclusive or is an exclusive or of bytes.
unsigned char f(char c, unsigned char x, unsigned char y) {
  if (c > 'a') x = (x + 1) ^ y;
  return x;
}
