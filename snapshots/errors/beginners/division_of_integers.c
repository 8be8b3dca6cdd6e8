// run: check
// A division of integers where a fraction is expected.
int main(void) {
    double half = 1 / 2;
    return half > 0;
}
