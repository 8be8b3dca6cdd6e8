// run: compile-error
// A semicolon between the parameters and the body of a function.
int f(int x);
{
    return x;
}
int main(void) {
    return f(1);
}
