// run: compile-error
int x;
x = 5;
printf("hello\n");

int main(void) {
    return x;
}
