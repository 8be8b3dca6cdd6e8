// run: compile-error
// A misspelt system header is not found; the help suggests the header with the most similar name.
#include <stdoi.h>
#include "mine.h"

int main(void) {
    return 0;
}
