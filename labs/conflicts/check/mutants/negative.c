int mode(int code, int level) {
  if (code == 3 || code == -70003)
    return 2;
  return level > 10;
}
