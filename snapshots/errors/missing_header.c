// run: compile-error
#include <stdoi.h>
#include "mine.h"

int main(void) {
    return 0;
}
