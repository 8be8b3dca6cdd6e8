// A loop without an end and without inputs was not stopped by an instruction limit.
// run: --max-instructions 100000
// exit: 20
int main(void) {
    for (volatile int i = 0;; i++)
        ;
}
