// A compound literal at file scope with a variable in its initializer was treated as zero.
// run:
// exit: 1
// has: constant
int x = 3;
int *p = (int[]){x};
int main(void) { return *p; }
