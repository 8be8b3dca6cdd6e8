// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// entry: f
// Three nested branches are melded from the inside.
int f(char c, char d, char e, int x) {
  if (c > 'a') {
    if (d > 'b') {
      if (e > 'c') x = 1; else x = 2;
    } else x = 3;
  } else x = 4;
  return x;
}
