// run: compile-error
// A number on the left of an assignment is not assignable.
int main(void) {
    int x;
    5 = x;
    return 0;
}
