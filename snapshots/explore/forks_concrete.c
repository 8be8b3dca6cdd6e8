// run: explore --verify
// A branch on a concrete value does not fork and issues no query.
int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++)
        if (i & 1)
            n++;
    return n;
}
