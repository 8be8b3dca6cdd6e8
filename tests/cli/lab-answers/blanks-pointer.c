// lab patterns, file blanks.c, task pattern, expected passed: moves a pointer
int blanks(const char *text) {
  const char *p = text;
  while (*p == ' ')
    p++;
  return p - text;
}
