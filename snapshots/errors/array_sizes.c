// run: compile-error
// The size of an array is a non-negative integer: a constant at file scope, and not omitted for a local variable.
int negative[-1];
int n = 3;
int variable[n];
int none[];
double real[2.5];

int main(void) {
    int local[0 - 2];
    int unknown[];
    int many[2] = {1, 2, 3};
    char text[3] = "four";
    return local[0];
}
