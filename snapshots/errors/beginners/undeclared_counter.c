// run: compile-error
// A loop counter without a declaration.
int main(void) {
    for (i = 0; i < 3; i++)
        ;
    return 0;
}
