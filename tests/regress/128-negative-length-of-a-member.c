// The negative length of a member of a structure of variable size was not reported.
// run:
// exit: 10
// has: alloc-size: array of -2 bytes
static int f(int m) {
    struct {
        int head;
        char items[m];
    } s;
    s.head = 1;
    return s.head;
}

int main(void) {
    return f(-2);
}
