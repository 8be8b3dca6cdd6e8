// run: ssa, simplify
// The stages ssa and simplify turn the C code of a loop into a block with parameters, without memory.
int main(int argc, char **argv) {
    int sum = 0;
    for (int i = 0; i < argc; i++)
        sum += i + 0;
    return sum;
}
