/* Returns the mode of a machine: 2 for the code 3, otherwise 1 for a level above 10, and 0 for every other level. */
int mode(int code, int level) {
  int result = 0;
  if (level > 10)
    result = 1;
  if (code == 3)
    result = 2;
  return result;
}
