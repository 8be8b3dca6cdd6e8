/* Calls a program's own main, which is compiled under the name `program_main`, with the strings of ARGUMENTS. */
#undef main
#include <stddef.h>

int program_main(int argc, char **argv);

int main(void) {
  static char text[][40] = {ARGUMENTS};
  char *argv[sizeof text / sizeof *text + 1];
  int argc = 0;
  for (; argc < (int)(sizeof text / sizeof *text); argc++)
    argv[argc] = text[argc];
  argv[argc] = NULL;
  return program_main(argc, argv);
}
