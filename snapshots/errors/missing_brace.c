// run: compile-error
// A function without its closing brace is an error at the opening brace.
int sum(int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        total += i;
    return total;
}

int main(void) {
    return sum(3);
}
