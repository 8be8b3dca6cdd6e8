// run: check
// A semicolon after the head of a loop.
int main(void) {
    int s = 0, i;
    for (i = 0; i < 5; i++);
    {
        s += i;
    }
    return s;
}
