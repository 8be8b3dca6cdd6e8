/* The variant of usb_enum_true.c with its bug. */
#define BUG
#include "usb_enum_true.c"
