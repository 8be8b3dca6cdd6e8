// run: compile-error
#define DEBUG 1
#ifdef DEBUG
int debug = 1;

int main(void) {
    return 0;
}
