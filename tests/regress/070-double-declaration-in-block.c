// Declaring a variable twice in a block, once as static, was accepted.
// run:
// exit: 1
// has: :7:
int main(void) {
    extern int n;
    int n = 1;
    return n;
}
