/* The variant of tftp_true.c with its bug. */
#define BUG
#include "tftp_true.c"
