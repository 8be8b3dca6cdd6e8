// run: compile-error
// Brackets before the name of an array: the help shows the declaration in C.
int main(void) {
    int[3] a;
    return 0;
}
