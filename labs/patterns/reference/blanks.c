/* Returns the number of blanks at the start of a text. */
int blanks(const char *text) {
  int i = 0;
  while (text[i] == ' ')
    i++;
  return i;
}
