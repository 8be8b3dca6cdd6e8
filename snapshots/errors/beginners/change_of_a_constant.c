// run: compile-error
// An assignment to a const variable.
int main(void) {
    const int x = 1;
    x = 2;
    return x;
}
