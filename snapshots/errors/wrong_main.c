// run: compile-error
int mian(void) {
    return 0;
}
