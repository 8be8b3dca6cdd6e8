/* Reads a message: one byte with its length, then the bytes of its text. */
#include "klee/klee.h"
#include <assert.h>

#define SIZE 6

static unsigned checksum(const unsigned char *text, unsigned length) {
    unsigned sum = 1;
    for (unsigned i = 0; i < length; i++) {
        sum = sum * 31 + text[i];
    }
    return sum % 251;
}

static int is_word(const unsigned char *text, unsigned length) {
    for (unsigned i = 0; i < length; i++) {
        if (text[i] < 'a' || text[i] > 'z') {
            return 0;
        }
    }
    return length > 0;
}

int main(void) {
    unsigned char message[SIZE];
    klee_make_symbolic(message, sizeof message, "message");
    unsigned length = message[0];
    if (length > SIZE - 2) {
        return 1;
    }
    unsigned char word[SIZE - 3];
    for (unsigned i = 0; i < length; i++) {
        word[i] = message[1 + i];
    }
    if (is_word(word, length)) {
        assert(checksum(word, length) != 250);
    }
    return 0;
}
