// run: compile-error
// A character that starts no token is an error at this character.
int main(void) {
    int x = 1 @ 2;
    int y = \3;
    int z = 4 # 5;
    int price = 5€;
    return x;
}
