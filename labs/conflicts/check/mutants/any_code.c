int mode(int code, int level) {
  if (code >= 3)
    return 2;
  return level > 10;
}
