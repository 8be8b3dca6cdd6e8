/*
 * Prints its operands side by side: `-s` prints each on its own line. `-d LIST` sets the separators: the characters of LIST are
 * used in turn. Backslash sequences in LIST are supported.
 *
 * Run:      symtool paste.c --sym-args 0 3 2 --merge=static
 */
#include <stdio.h>

#define MOST 16

static int escaped(char c) {
  switch (c) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case '0':
    return 0;
  default:
    return c;
  }
}

int main(int argc, char **argv) {
  char between[MOST] = "\t";
  int count = 1, serial = 0, arg = 1;
  for (; arg < argc && argv[arg][0] == '-' && argv[arg][1] != 0; arg++) {
    if (argv[arg][1] == 's') {
      serial = 1;
    } else if (argv[arg][1] == 'd' && arg + 1 < argc) {
      const char *list = argv[++arg];
      count = 0;
      for (int i = 0; list[i] != 0 && count < MOST; i++) {
        int c = list[i];
        if (c == '\\' && list[i + 1] != 0)
          c = escaped(list[++i]);
        between[count++] = c;
      }
      if (count == 0)
        between[count++] = 0;
    } else {
      return 1;
    }
  }
  int next = 0;
  for (; arg < argc; arg++) {
    for (int i = 0; argv[arg][i] != 0; i++)
      putchar(argv[arg][i]);
    if (serial) {
      putchar('\n');
    } else if (arg + 1 < argc) {
      if (between[next] != 0)
        putchar(between[next]);
      next = next + 1 < count ? next + 1 : 0;
    }
  }
  if (!serial)
    putchar('\n');
  return 0;
}
