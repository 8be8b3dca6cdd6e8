// run: check
// A sum that starts without a value.
int main(void) {
    int s;
    for (int i = 0; i < 3; i++)
        s += i;
    return s;
}
