/*
 * Reads the options of join: `-1 N`, `-2 N` and `-j N` name fields, `-t C` sets the separator, `-i` ignores case. Two files
 * follow, one of which may be `-`.
 *
 * Run:      symtool join.c --sym-args 0 3 2 --merge=static
 */
#include <stdio.h>
#include <string.h>

/* Returns the field number, which is at least 1; 0 if the text is not a field number. */
static int field(const char *text) {
  int n = 0;
  for (int i = 0; text[i] != 0; i++) {
    if (text[i] < '0' || text[i] > '9')
      return 0;
    n = n * 10 + (text[i] - '0');
  }
  return n;
}

int main(int argc, char **argv) {
  int first = 1, second = 1, separator = -1, fold = 0;
  int files = 0, inputs = 0;
  for (int arg = 1; arg < argc; arg++) {
    const char *text = argv[arg];
    if (text[0] != '-' || text[1] == 0) {
      files++;
      if (text[0] == '-')
        inputs++;
      continue;
    }
    if (text[1] == 'i') {
      fold = 1;
      continue;
    }
    const char *value = text + 2;
    if (*value == 0) {
      if (++arg == argc)
        return 1;
      value = argv[arg];
    }
    switch (text[1]) {
    case '1':
      first = field(value);
      break;
    case '2':
      second = field(value);
      break;
    case 'j':
      first = second = field(value);
      break;
    case 't':
      separator = value[0];
      if (value[0] != 0 && value[1] != 0)
        return 1;
      break;
    default:
      return 1;
    }
    if (first == 0 || second == 0) {
      fputs("invalid field number\n", stderr);
      return 1;
    }
  }
  if (files != 2 || inputs > 1) {
    fputs("two files are expected\n", stderr);
    return 1;
  }
  return 10 + fold + (separator >= 0) + (first != second);
}
