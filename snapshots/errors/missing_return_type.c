// run: compile-error
// A missing type is a warning, and the type is int; the misspelt name is an error.
square(int x) {
    return x * x;
}

static counter = 0;

main() {
    return square(3) + conuter;
}
