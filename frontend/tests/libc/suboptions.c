/* getsubopt: its results, the rest of the string, and that it writes only the terminators of suboptions. */
#include "support.h"

static char *const tokens[] = {"ro", "rw", "name", "", "namelist", NULL};

static void show(const char *text)
{
    char buffer[40];
    strcpy(buffer, text);
    char *rest = buffer;
    unsigned long length = strlen(text);
    printf("[%s]", text);
    for (int i = 0; i < 20; i++) {
        char *value = buffer + 39;
        int found = getsubopt(&rest, tokens, &value);
        printf(" %d %s rest %ld", found, value == NULL ? "-" : value == buffer + 39 ? "?" : value, offset(rest, buffer));
        if (found < 0 && *rest == 0)
            break;
    }
    add_bytes(buffer, length + 1);
    report("");
}

int main(void)
{
    static const char *const texts[] = {
        "",   "ro",     "ro,rw",   "name=x,ro", "name=,rw=1",   "other",    "other=3,ro",
        ",",  ",,ro",   "=x",      "=",         "name=a=b,rw,", "names=1",  "nam,namelist=7,name",
    };
    for (unsigned i = 0; i < COUNT(texts); i++)
        show(texts[i]);
    for (int i = 0; i < 400; i++) {
        static const char letters[] = "ronamew,=";
        char text[20];
        unsigned n = below(14);
        for (unsigned j = 0; j < n; j++)
            text[j] = letters[below(9)];
        text[n] = 0;
        show(text);
    }
    return 0;
}
