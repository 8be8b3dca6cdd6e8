// A pointer that a loop advances was read behind the loop; its values in later iterations ended the paths of `--cdse`.
// run: --cdse
// exit: 0
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
static const char *const words[4] = {"ab", "b", "", "abd"};
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  assert(strcmp(words[a & 3], words[b & 3]) != 2);
}
