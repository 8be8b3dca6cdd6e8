// run: compile-error
// Two operands without an operator between them are an error before the second one.
int main(void) {
    int a = 1, b = 2;
    int c = a b;
    int d = 2a;
    int e = a ** b;
    int f = (a + ) * 2;
    int g = a +* ;
    return c;
}
