// run: compile-error
// The word then of other languages.
int main(void) {
    int x = 1;
    if (x == 1) then return 1;
    return 0;
}
