// lab search, file tests.c, task cover, expected not yet: does not call classify
int main(void) { return 0; }
