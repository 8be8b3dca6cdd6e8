// run: compile-error
// A number with a leading zero.
int main(void) {
    int month = 08;
    return month;
}
