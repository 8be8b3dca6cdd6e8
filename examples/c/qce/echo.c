/*
 * Prints its arguments; `-n` as the first one leaves the newline out. The running example of query count estimation.
 *
 * Run:      symtool echo.c --sym-args 0 2 2 --merge=static
 * Merging:  paths that leave the inner loop after different numbers of characters differ in `i` only, which nobody needs any
 *           more. Those with and without `-n` differ in `newline`, which one branch asks for, and in `arg`, which most do.
 * Paths:    grow exponentially with the number of arguments and with their length; states do not once they are merged.
 */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  int newline = 1, arg = 1;
  if (arg < argc) {
    if (strcmp(argv[arg], "-n") == 0) {
      newline = 0;
      ++arg;
    }
  }
  for (; arg < argc; ++arg)
    for (int i = 0; argv[arg][i] != 0; ++i)
      putchar(argv[arg][i]);
  if (newline)
    putchar('\n');
  return 0;
}
