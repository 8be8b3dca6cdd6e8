// run: compile-error
#inlcude <stdio.h>
#define
#if 1 +
#endif
#else

int main(void) {
    return 0;
}
