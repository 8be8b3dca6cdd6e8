// run: compile-error
// A call outside of functions is an error; the help says to move it into a function.
int x;
x = 5;
printf("hello\n");

int main(void) {
    return x;
}
