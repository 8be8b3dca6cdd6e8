// Assembly that contains instructions was ignored.
// run:
// exit: 1
// has: :6:5
int main(void) {
    __asm__("nop");
    return 0;
}
