// run: compile-error
// A closing brace without an opening one is an error at this brace.
int f(int x) {
    if (x) {
        x = 1;
    }}
    return x;
}

int main(void) {
    return f(0);
}
