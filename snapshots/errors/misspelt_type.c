// run: compile-error
int total(itn n) {
    return n;
}

int main(void) {
    flaot x = 1;
    unsinged y = 2;
    return total(x + y);
}
