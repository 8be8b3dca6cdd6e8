// Declaring a variable as automatic and as static in one block was accepted.
// run:
// exit: 1
// has: redeclaration of `n`
// has: redeclaration of `s`, which has no linkage
// has: `t` redeclared as a different kind of symbol
int main(void) {
    int n = 1, t = 2;
    static int n;
    static int s; extern int
        s;
    typedef int t;
    return n;
}
