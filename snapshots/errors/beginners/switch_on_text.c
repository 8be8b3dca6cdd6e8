// run: compile-error
// A switch on a text: the help names strcmp.
int main(void) {
    char *s = "a";
    switch (s) {
    case 1: return 1;
    }
    return 0;
}
