// run: check
// A semicolon after the condition of an if.
int main(void) {
    int x = 1;
    if (x > 2);
        x = 5;
    return x;
}
