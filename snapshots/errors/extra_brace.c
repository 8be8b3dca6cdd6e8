// run: compile-error
int f(int x) {
    if (x) {
        x = 1;
    }}
    return x;
}

int main(void) {
    return f(0);
}
