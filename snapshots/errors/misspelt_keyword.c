// run: compile-error
int main(void) {
    int x = 1;
    whlie (x < 10) {
        x++;
    }
    retrun x;
}
