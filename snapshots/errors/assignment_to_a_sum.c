// run: compile-error
// The left operand of an assignment must be an lvalue: a sum is none.
int main(void) {
    int a = 2, b = 3;
    a + b = 5;
    return a;
}
