// run: compile-error
// A macro that is defined with an equals sign: the help quotes its definition.
#define N = 5
int main(void) {
    int x = N;
    return x;
}
