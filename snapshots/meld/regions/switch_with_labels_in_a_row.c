// run: simplify, melds
// entry: f
// Labels in a row are blocks that jump to the next label, so the switch is left.
int f(char c, int x) {
  switch (c) {
    case 'a': case 'e': x = x + 1; break;
    default: x = 0;
  }
  return x;
}
