// run: check
// A loop that counts an unsigned number down below zero.
int main(void) {
    unsigned i;
    for (i = 3; i >= 0; i--)
        ;
    return 0;
}
