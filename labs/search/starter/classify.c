/* Classifies a character: 1 for a digit, 2 for a letter, 3 for a blank, 0 otherwise. */
int classify(char c) {
  if (c >= '0' && c <= '9')
    return 1;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
    return 2;
  if (c == ' ' || c == '\t')
    return 3;
  return 0;
}
