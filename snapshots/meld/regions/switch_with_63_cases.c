// run: simplify, explore --cfmse
// entry: f
// A switch with 64 targets, 63 cases and the default, is melded: one path.
int f(unsigned char c) {
  int r = 77;
  switch (c) {
    case 0: r = 0; break;
    case 1: r = 1; break;
    case 2: r = 4; break;
    case 3: r = 9; break;
    case 4: r = 5; break;
    case 5: r = 3; break;
    case 6: r = 3; break;
    case 7: r = 5; break;
    case 8: r = 9; break;
    case 9: r = 4; break;
    case 10: r = 1; break;
    case 11: r = 0; break;
    case 12: r = 1; break;
    case 13: r = 4; break;
    case 14: r = 9; break;
    case 15: r = 5; break;
    case 16: r = 3; break;
    case 17: r = 3; break;
    case 18: r = 5; break;
    case 19: r = 9; break;
    case 20: r = 4; break;
    case 21: r = 1; break;
    case 22: r = 0; break;
    case 23: r = 1; break;
    case 24: r = 4; break;
    case 25: r = 9; break;
    case 26: r = 5; break;
    case 27: r = 3; break;
    case 28: r = 3; break;
    case 29: r = 5; break;
    case 30: r = 9; break;
    case 31: r = 4; break;
    case 32: r = 1; break;
    case 33: r = 0; break;
    case 34: r = 1; break;
    case 35: r = 4; break;
    case 36: r = 9; break;
    case 37: r = 5; break;
    case 38: r = 3; break;
    case 39: r = 3; break;
    case 40: r = 5; break;
    case 41: r = 9; break;
    case 42: r = 4; break;
    case 43: r = 1; break;
    case 44: r = 0; break;
    case 45: r = 1; break;
    case 46: r = 4; break;
    case 47: r = 9; break;
    case 48: r = 5; break;
    case 49: r = 3; break;
    case 50: r = 3; break;
    case 51: r = 5; break;
    case 52: r = 9; break;
    case 53: r = 4; break;
    case 54: r = 1; break;
    case 55: r = 0; break;
    case 56: r = 1; break;
    case 57: r = 4; break;
    case 58: r = 9; break;
    case 59: r = 5; break;
    case 60: r = 3; break;
    case 61: r = 3; break;
    case 62: r = 5; break;
  }
  return r;
}
