/* getchar (C11 7.21.7.6). */
#include "internal/io.h"

int getchar(void)
{
    return fgetc(stdin);
}

int getchar_unlocked(void)
{
    return fgetc(stdin);
}
