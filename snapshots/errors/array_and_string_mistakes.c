// run: compile-error
// Names of other languages' string types and initializers without braces are errors with their place.
#include <string.h>

int main(void) {
    char name[10];
    name = "Ann";
    string s = "x";
    char c = "x";
    int list[3] = 1, 2, 3;
    if (name == "Ann")
        return 1;
    return 0;
}
