// run: simplify, melds
// entry: f
// A switch on a concrete value is left.
int f(char c) {
  int x = 0;
  for (int i = 0; i < 3; i++)
    switch (i) {
      case 0: x += c; break;
      case 1: x ^= c; break;
      default: x |= c;
    }
  return x;
}
