// run: check
// A range test as in mathematics.
int main(void) {
    int x = 5;
    if (1 < x < 3)
        return 1;
    return 0;
}
