// run: compile-error
// An #ifdef without #endif is an error at the #ifdef.
#define DEBUG 1
#ifdef DEBUG
int debug = 1;

int main(void) {
    return 0;
}
