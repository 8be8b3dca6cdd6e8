// run: compile-error
// The value of a function without a value.
void f(void) {}
int main(void) {
    int x = f();
    return x;
}
