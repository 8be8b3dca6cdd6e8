// run: simplify, explore --cfmse=speculative
// run: simplify, explore --cfmse
// entry: f
// A load that fails only where the original does not run it is spurious; its meld is undone.
int t[4];
int f(char c, int x) {
  int *p = c > 'a' ? t : 0;
  int r = x;
  if (c > 'a') r = *p;
  return r;
}
