// run: check
// Two indices in one pair of brackets.
int a[2][2];
int main(void) {
    return a[1, 0] == 0;
}
