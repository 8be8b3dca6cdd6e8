// run: explore --verify --max-instructions 1000
// --max-instructions stops an endless loop; the verdict is incomplete.
int main(void) {
    for (;;)
        ;
}
