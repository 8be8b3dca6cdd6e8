// lab patterns, file blanks.c, task pattern, expected not yet: counts tabs, too
int blanks(const char *text) {
  int i = 0;
  while (text[i] == ' ' || text[i] == '\t')
    i++;
  return i;
}
