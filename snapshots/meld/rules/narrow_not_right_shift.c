// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A right shift is not narrowed: its low bits depend on higher bits.
unsigned char f(char c, unsigned char x, unsigned char y) {
  if (c > 'a') x = (x + y) >> 1;
  return x;
}
