// run: compile-error
int main(void) {
    int a = 08;
    int b = 0xZZ;
    int c = 3x;
    char d = '';
    int e = 12_000;
    return a;
}
