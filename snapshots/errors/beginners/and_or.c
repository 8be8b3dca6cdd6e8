// run: compile-error
// The words and and or of other languages.
int main(void) {
    int a = 1, b = 2;
    if (a and b)
        return 1;
    return 0;
}
