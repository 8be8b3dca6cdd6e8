/* The variant of ssh_rekey_true.c with its bug. */
#define BUG
#include "ssh_rekey_true.c"
