// lab patterns, file trim.c, task trim, expected not yet: writes no zero byte
#include <string.h>
int trim(char *text) {
  int n = strlen(text);
  while (n > 0 && text[n - 1] == ' ')
    n--;
  return n;
}
