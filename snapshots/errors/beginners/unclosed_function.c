// run: compile-error
// A function without its closing brace.
int f(int x) {
    return x;
int main(void) {
    return f(1);
}
