// run: compile-error
// The digit 8 is invalid in an octal constant; the help says to remove the leading 0.
int main(void) {
    int a = 08;
    int b = 0xZZ;
    int c = 3x;
    char d = '';
    int e = 12_000;
    return a;
}
