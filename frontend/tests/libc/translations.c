/* Messages without a catalog are their own translation; the byte order of the network. */
#include "support.h"
#include <arpa/inet.h>
#include <libintl.h>

int main(void)
{
    printf("%s\n", textdomain(NULL));
    printf("%s\n", textdomain("program"));
    printf("%s\n", textdomain(NULL));
    printf("%s\n", textdomain(""));
    printf("%s\n", bindtextdomain("program", "/nowhere"));
    printf("%s\n", bind_textdomain_codeset("program", "UTF-8"));
    printf("%s %s %s\n", gettext("a"), dgettext("program", "b"), dcgettext("program", "c", 5));
    for (unsigned long count = 0; count < 3; count++) {
        printf("%s ", ngettext("file", "files", count));
        printf("%s ", dngettext("program", "line", "lines", count));
        printf("%s\n", dcngettext("program", "word", "words", count, 5));
    }
    printf("%x %x %x %x\n", htons(0x1234), ntohs(0xff01), htonl(0x12345678), ntohl(0x80000001));
    return 0;
}
