// Declaring a library function with other types caused a panic of the compiler.
// run:
// exit: 1
// has: :12:12
// has: `memcpy` is declared as `void *(double, long)`
// has: :13:9
// has: `floor` is declared as `char *()`
// lacks: time limit
extern void *memcpy(double, long);
extern char *floor();
int main(void) {
    return memcpy(1.5, 2) != 0 ||
        floor(1.5) != 0;
}
