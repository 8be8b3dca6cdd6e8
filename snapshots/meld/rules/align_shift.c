// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Shifts by two amounts become one shift by the selected amount.
unsigned f(char c, unsigned x, unsigned char y, unsigned char z) {
  return c > 'a' ? x << (y & 7) : x << (z & 7);
}
