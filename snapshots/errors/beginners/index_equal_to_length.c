// run: check
// A loop that uses the length of an array as an index.
int main(void) {
    int a[5];
    for (int i = 0; i <= 5; i++)
        a[i] = 0;
    return a[0];
}
