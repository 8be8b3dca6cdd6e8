// run: simplify, melds
// entry: f
// A right operand of more than 48 instructions is not moved.
int g(int x) { return x * x; }
int f(char c, char d, int x) {
  if (c > 'a' && (x + 0) * 3 ^ (x + 1) * 4 ^ (x + 2) * 5 ^ (x + 3) * 6 ^ (x + 4) * 7 ^ (x + 5) * 8 ^ (x + 6) * 9 ^ (x + 7) * 10 ^ (x + 8) * 11 ^ (x + 9) * 12 ^ (x + 10) * 13 ^ (x + 11) * 14 ^ (x + 12) * 15 ^ (x + 13) * 16 ^ (x + 14) * 17 ^ (x + 15) * 18 ^ (x + 16) * 19) x = g(x);
  return x;
}
