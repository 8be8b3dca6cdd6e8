// run: check
// A value returned from a void function.
void f(void) {
    return 1;
}
int main(void) {
    f();
    return 0;
}
