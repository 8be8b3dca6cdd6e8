// run: check
// An address as the value of a number.
int main(void) {
    int x = 1;
    int y = &x;
    return y != 0;
}
