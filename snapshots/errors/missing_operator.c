// run: compile-error
int main(void) {
    int a = 1, b = 2;
    int c = a b;
    int d = 2a;
    int e = a ** b;
    int f = (a + ) * 2;
    int g = a +* ;
    return c;
}
