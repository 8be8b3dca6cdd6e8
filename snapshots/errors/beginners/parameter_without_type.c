// run: compile-error
// A parameter without its type.
int add(int a, b) {
    return a + b;
}
int main(void) {
    return add(1, 2);
}
