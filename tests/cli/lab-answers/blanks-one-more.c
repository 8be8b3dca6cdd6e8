// lab patterns, file blanks.c, task pattern, expected not yet: counts the first character always
int blanks(const char *text) {
  int i = 0;
  do i++; while (text[i] == ' ');
  return i;
}
