/* Removes the blanks at the end of a text, in place, and returns the new length. */
int trim(char *text) {
  int length = 0;
  while (text[length] != 0)
    length++;
  while (length > 0 && text[length - 1] == ' ') {
    length--;
    text[length] = 0;
  }
  return length;
}
