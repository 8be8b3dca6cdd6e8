// run: compile-error
// An array without a length and without an initializer has an incomplete type.
int main(void) {
    int a[];
    return 0;
}
