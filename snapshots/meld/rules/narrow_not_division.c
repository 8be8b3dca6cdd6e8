// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A division is not narrowed: its low bits depend on all bits of the dividend.
unsigned char f(char c, unsigned char x, unsigned char y) {
  if (c > 'a') x = (x * 257) / (y | 1);
  return x;
}
