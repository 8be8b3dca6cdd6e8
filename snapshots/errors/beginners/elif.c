// run: compile-error
// The word elif of other languages: the help names else if.
int main(void) {
    int a = 1;
    if (a == 2)
        return 1;
    elif (a == 1)
        return 2;
    return 0;
}
