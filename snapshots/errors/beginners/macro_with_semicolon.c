// run: compile-error
// A macro that is defined with a semicolon: the help quotes its definition.
#define N 5;
int main(void) {
    int a[N];
    return a[0];
}
