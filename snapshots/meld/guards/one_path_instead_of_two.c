// run: simplify, explore
// run: simplify, explore --cfmse
// entry: f
// A side with a loop does not fork in exploration.
int f(char c, int x) {
  if (c > 'a')
    for (int k = 0; k < 2; k++) x = x * 3;
  return x;
}
