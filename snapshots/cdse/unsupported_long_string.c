// run: explore --cdse
// Printing a string of more than 4096 characters is not supported.
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
static char text[5001];
int main(void) {
  memset(text, 'a', 5000);
  printf("%s", text);
  klee_assert(text[0] == 'a');
  return 0;
}
