// run: compile-error
// An index in parentheses: the help shows brackets.
int main(void) {
    int a[3] = {1};
    return a(0);
}
