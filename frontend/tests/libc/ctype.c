/* Character classes of every `unsigned char` value and EOF. */
#include "support.h"
#include <ctype.h>

int main(void)
{
    for (int c = -1; c < 256; c++) {
        int mask = 0;
        mask = mask * 2 + !!(isalnum)(c);
        mask = mask * 2 + !!(isalpha)(c);
        mask = mask * 2 + !!(isascii)(c);
        mask = mask * 2 + !!(isblank)(c);
        mask = mask * 2 + !!(iscntrl)(c);
        mask = mask * 2 + !!(isdigit)(c);
        mask = mask * 2 + !!(isgraph)(c);
        mask = mask * 2 + !!(islower)(c);
        mask = mask * 2 + !!(isprint)(c);
        mask = mask * 2 + !!(ispunct)(c);
        mask = mask * 2 + !!(isspace)(c);
        mask = mask * 2 + !!(isupper)(c);
        mask = mask * 2 + !!(isxdigit)(c);
        printf("%d %x %d %d %d\n", c, mask, (tolower)(c), (toupper)(c), (toascii)(c));
    }
    return 0;
}
