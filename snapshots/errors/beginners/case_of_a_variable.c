// run: compile-error
// The value of a case label is a variable.
int main(void) {
    int x = 1, k = 1;
    switch (x) {
    case k: return 1;
    }
    return 0;
}
