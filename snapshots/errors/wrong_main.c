// run: compile-error
// A program without main is refused; the help suggests the function with the most similar name.
int mian(void) {
    return 0;
}
