// run: compile-error
// All functions that are used but not defined are reported together, with each use.
int first(int x);
int second(int x);
int third(void);

int helper(int x) {
    return first(x) + second(x);
}

int main(void) {
    int a = first(1);
    a += second(a) + third();
    return helper(a) + first(2);
}
