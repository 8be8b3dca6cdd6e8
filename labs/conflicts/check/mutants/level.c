int mode(int code, int level) {
  if (code == 3 || level == 77)
    return 2;
  return level > 10;
}
