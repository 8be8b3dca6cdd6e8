// run: compile-error
// The operator =< of other languages: the help names <=.
int main(void) {
    int x = 1;
    if (x =< 2)
        return 1;
    return 0;
}
