// run: check
// An assignment in place of a comparison.
int main(void) {
    int x = 3;
    if (x = 5)
        return 1;
    return 0;
}
