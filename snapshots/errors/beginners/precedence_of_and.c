// run: check
// The operator & beside a comparison without parentheses.
int main(void) {
    int a = 1, b = 2;
    if (a & b == 2)
        return 1;
    return 0;
}
