// run: explore --verify --unwind 2
// run: explore --verify --unwind 1
// The bound counts the iterations of an inner loop anew in each iteration of the outer loop.
int main(void) {
    int n = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            n++;
    return n;
}
