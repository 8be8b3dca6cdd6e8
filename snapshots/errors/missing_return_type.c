// run: compile-error
square(int x) {
    return x * x;
}

static counter = 0;

main() {
    return square(3) + conuter;
}
