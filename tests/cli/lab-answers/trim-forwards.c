// lab patterns, file trim.c, task trim, expected passed: remembers the last character that is no blank

int trim(char *text) {
  int last = 0;
  int i;
  for (i = 0; text[i]; i++)
    if (text[i] != ' ') last = i + 1;
  text[last] = 0;
  return last;
}
