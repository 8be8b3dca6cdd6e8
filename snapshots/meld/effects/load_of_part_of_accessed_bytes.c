// run: simplify, meld-steps
// entry: f
// A load of fewer bytes than the head has accessed gets a guard.
int f(char c, int *p, int x) {
  int a = *p;
  return c > 'a' ? *(short *)p + a : x;
}
