/* A wide hash. */
#include "klee/klee.h"
int main(void) {
    unsigned char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    unsigned long hash = 14695981039346656037u;
    for (int i = 0; i < 3; i++) {
        hash = (hash ^ text[i]) * (1099511628211u + text[i]); /* guilty */
    }
    if ((hash & 0xffff) == 0x1234 && (hash >> 60) == 9) {
        return 1;
    }
    return 0;
}
