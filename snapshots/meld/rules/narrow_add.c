// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A promoted sum of bytes is a sum of bytes.
unsigned char f(char c, unsigned char x, unsigned char y) {
  if (c > 'a') x = x + y;
  return x;
}
