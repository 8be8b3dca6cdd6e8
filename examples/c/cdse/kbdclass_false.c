/* The variant of kbdclass_true.c with its bug. */
#define BUG
#include "kbdclass_true.c"
