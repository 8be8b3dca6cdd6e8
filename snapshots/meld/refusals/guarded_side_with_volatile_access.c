// run: simplify, melds
// entry: f
// A side with a loop and a volatile access is left.
volatile int port;
int f(char c, int x) {
  if (c > 'a')
    for (int n = 0; n < 2; n++) port = n;
  return x;
}
