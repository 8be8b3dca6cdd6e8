int mode(int code, int level) {
  if (code == 3 || level == 123456)
    return 2;
  return level > 10;
}
