// run: compile-error
// A misspelt name of a header: the help names the header.
#include <sdtio.h>
int main(void) {
    return 0;
}
