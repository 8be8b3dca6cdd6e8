// run: compile-error
// An array cannot be assigned as a whole; the help says how to copy its elements.
int main(void) {
    int a[3] = {1, 2, 3}, b[3];
    b = a;
    return b[0];
}
