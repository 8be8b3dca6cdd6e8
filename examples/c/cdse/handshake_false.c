/* The variant of handshake_true.c with its bug. */
#define BUG
#include "handshake_true.c"
