/*
 * Performs the checks of the command link: two names that are different and not empty, no unknown option, and no name that ends
 * with a slash.
 *
 * Run:      symtool link.c --sym-args 0 3 2 --merge=static
 */
#include <stdio.h>
#include <string.h>

static int is_name(const char *text) {
  int last = 0;
  for (int i = 0; text[i] != 0; i++)
    last = text[i];
  return last != 0 && last != '/';
}

int main(int argc, char **argv) {
  int arg = 1;
  if (arg < argc && argv[arg][0] == '-' && argv[arg][1] == '-') {
    if (argv[arg][2] != 0)
      return 1;
    arg++;
  }
  int names = 0;
  for (int i = arg; i < argc; i++) {
    if (!is_name(argv[i])) {
      fputs("not a name\n", stderr);
      return 1;
    }
    names++;
  }
  if (names < 2) {
    fputs("missing operand\n", stderr);
    return 1;
  }
  if (names > 2) {
    fputs("extra operand\n", stderr);
    return 1;
  }
  if (strcmp(argv[arg], argv[arg + 1]) == 0)
    return 2;
  return 0;
}
