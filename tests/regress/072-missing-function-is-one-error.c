// A missing function definition must be reported as one error that lists every call.
// run:
// exit: 1
// has: nowhere
// run: --allow-missing
// exit: 20
int nowhere(int);
int main(void) {
    return nowhere(1) + nowhere(2);
}
