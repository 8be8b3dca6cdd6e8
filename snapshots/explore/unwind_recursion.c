// run: explore --verify --unwind 2
// run: explore --verify --unwind 1
// The bound counts the nested calls of a recursive function.
static int sum(int n) {
    return n ? n + sum(n - 1) : 0;
}
int main(void) {
    return sum(2);
}
