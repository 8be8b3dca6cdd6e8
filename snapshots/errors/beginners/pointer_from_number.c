// run: check
// A number as the value of a pointer.
int main(void) {
    int *p = 5;
    return p != 0;
}
