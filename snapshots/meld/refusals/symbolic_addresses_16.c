// run: simplify, melds
// entry: f
// A side with 16 accesses at symbolic addresses is melded in guarded mode.
int t[32];
int f(char c, unsigned char i) {
  if (c > 'a') {
    t[(i + 0) & 31] = 0;
    t[(i + 1) & 31] = 1;
    t[(i + 2) & 31] = 2;
    t[(i + 3) & 31] = 3;
    t[(i + 4) & 31] = 4;
    t[(i + 5) & 31] = 5;
    t[(i + 6) & 31] = 6;
    t[(i + 7) & 31] = 7;
    t[(i + 8) & 31] = 8;
    t[(i + 9) & 31] = 9;
    t[(i + 10) & 31] = 10;
    t[(i + 11) & 31] = 11;
    t[(i + 12) & 31] = 12;
    t[(i + 13) & 31] = 13;
    t[(i + 14) & 31] = 14;
    t[(i + 15) & 31] = 15;
  }
  return t[3];
}
