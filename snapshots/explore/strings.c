// run: explore --verify
// A string comparison of two symbolic bytes has a path for the end of the string and one for a difference at each byte, and one for equality.
#include <klee/klee.h>
#include <string.h>
int main(void) {
    char s[3];
    klee_make_symbolic(s, sizeof s, "s");
    s[2] = 0;
    return strcmp(s, "ab") == 0;
}
