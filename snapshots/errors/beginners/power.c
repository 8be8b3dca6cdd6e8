// run: check
// The operator ^ in place of a power.
int main(void) {
    return 2 ^ 8;
}
