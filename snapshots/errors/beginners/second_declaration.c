// run: compile-error
// A second declaration of a variable in place of an assignment.
int main(void) {
    int x = 1;
    int x = 2;
    return x;
}
