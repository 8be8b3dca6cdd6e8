// run: simplify, explore --cfmse=speculative
// run: simplify, explore --cfmse
// entry: f
// A failure that the original program also has is reported.
int t[4];
int f(char c, int x) {
  int *p = 0;
  int r = x;
  if (c == 'a') r = *p;
  return r;
}
