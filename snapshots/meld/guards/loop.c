// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// An input-dependent loop runs while some input is in the loop; its variables keep their values for inputs that left.
int f(unsigned char n) {
  int sum = 0;
  for (int i = 0; i < (n & 3); i++) sum += i;
  return sum;
}
