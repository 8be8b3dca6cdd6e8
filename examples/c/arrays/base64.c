/*
 * Decodes SIZE characters of base64, four at a time, and counts the control characters in the decoded bytes.
 *
 * Branches: whether the table contains a character, one branch per character; whether a decoded byte, computed from the table
 *           entries of two characters, is a control character.
 * VERIFY:   encoding the decoded bytes gives the text again.
 */
#include <klee/klee.h>

#ifndef SIZE
#define SIZE 4
#endif

#define NO -1

/* The six bits of a character. */
static const signed char value_of[256] = {
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, 62, NO, NO, NO, 63, 52, 53, 54, 55, 56, 57, 58, 59,
    60, 61, NO, NO, NO, NO, NO, NO, NO, 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18,
    19, 20, 21, 22, 23, 24, 25, NO, NO, NO, NO, NO, NO, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
    41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
    NO, NO, NO, NO};

static const char digits[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Decodes the text up to the first invalid character; returns the number of valid characters before it. */
static int decode(const unsigned char *text, unsigned char *bytes)
{
    int at = 0;
    unsigned group = 0;
    while (at < SIZE) {
        int value = value_of[text[at]];
        if (value < 0)
            break;
        group = group << 6 | (unsigned)value;
        at++;
        if (at % 4 == 0) {
            bytes[at / 4 * 3 - 3] = group >> 16;
            bytes[at / 4 * 3 - 2] = group >> 8;
            bytes[at / 4 * 3 - 1] = group;
            group = 0;
        }
    }
    return at;
}

int main(void)
{
    unsigned char text[SIZE], bytes[SIZE / 4 * 3 + 3] = {0};
    klee_make_symbolic(text, SIZE, "text");

    int good = decode(text, bytes);
    int controls = 0;
    for (int i = 0; i < good / 4 * 3; i++)
        if (bytes[i] < ' ' || bytes[i] == 127)
            controls++;

#ifdef VERIFY
    klee_assert(controls <= SIZE / 4 * 3);
    for (int at = 0; at + 4 <= good; at += 4) {
        const unsigned char *three = bytes + at / 4 * 3;
        unsigned group = three[0] << 16 | three[1] << 8 | three[2];
        for (int i = 0; i < 4; i++)
            klee_assert(digits[group >> (18 - 6 * i) & 63] == text[at + i]);
    }
#else
    (void)controls;
#endif
    return 0;
}
