// lab patterns, file trim.c, task trim, expected not yet: keeps one blank
#include <string.h>
int trim(char *text) {
  int n = strlen(text) - 1;
  while (n > 0 && text[n] == ' ')
    n--;
  text[n + 1] = 0;
  return n + 1;
}
