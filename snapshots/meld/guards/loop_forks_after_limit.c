// run: simplify, explore --cfmse --cfmse-iterations 1
// entry: f
// After the limit of iterations, each further iteration forks.
int f(unsigned char n) {
  int sum = 0;
  for (int i = 0; i < (n & 3); i++) sum += i;
  return sum;
}
