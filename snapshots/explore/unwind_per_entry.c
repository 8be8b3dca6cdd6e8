// run: explore --verify --unwind 2
// Each entry of a loop counts its iterations from zero, also in two calls of one function.
static int count(void) {
    int n = 0;
    for (int i = 0; i < 2; i++)
        n++;
    return n;
}
int main(void) {
    return count() + count();
}
