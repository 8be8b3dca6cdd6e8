// run: check
// A comparison in place of an assignment.
int main(void) {
    int x = 0;
    x == 5;
    return x;
}
