/*
 * Prints its arguments; `-n` as the first argument omits the newline. The running example of query count estimation.
 *
 * Run:      symtool echo.c --sym-args 0 2 2 --merge=static
 * Merging:  paths that leave the inner loop after different numbers of characters differ only in `i`, which is not read again.
 *           Paths with and without `-n` differ in `newline`, read by one branch, and in `arg`, read by most branches.
 * Paths:    grow exponentially with the number and the length of the arguments; with merging, states do not.
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
