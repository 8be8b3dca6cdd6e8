// run: simplify, explore
// run: simplify, explore --cfmse
// entry: f
// A guarded loop is one path; the original loop forks in each iteration.
int f(unsigned char n) {
  int sum = 0;
  for (int i = 0; i < (n & 3); i++) sum += i;
  return sum;
}
