// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A product of bytes in a short is narrowed from 32 to 16 bits, not to 8.
short f(char c, signed char x, signed char y, short z) {
  if (c > 'a') z = x * y;
  return z;
}
