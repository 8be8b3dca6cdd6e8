// run: simplify, explore
// run: simplify, explore --cfmse
// entry: f
// Two branches in a row give four paths, and one path when they are melded.
int f(char c, char d) {
  int x = 0;
  if (c > 'a') x = x + 1;
  if (d > 'b') x = x + 2;
  return x;
}
