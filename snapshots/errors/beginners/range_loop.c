// run: compile-error
// A loop over the elements of an array, as in C++.
int main(void) {
    int a[3] = {0}, s = 0;
    for (int x : a)
        s += x;
    return s;
}
