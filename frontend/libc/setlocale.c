/* setlocale, localeconv (C11 7.11) and nl_langinfo (POSIX): the C locale is the only one. */
int strcmp(const char *a, const char *b);

struct lconv {
    char *texts[10];
    char numbers[14];
};

char *setlocale(int category, const char *name)
{
    if (category < 0 || category > 12)
        return 0;
    if (name == 0 || *name == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return "C";
    return 0;
}

struct lconv *localeconv(void)
{
    static struct lconv plain = {{".", "", "", "", "", "", "", "", "", ""}};
    for (int i = 0; i < 14; i++)
        plain.numbers[i] = (char)-1 < 0 ? 127 : -1; /* CHAR_MAX */
    return &plain;
}

char *nl_langinfo(int item)
{
    switch (item) {
    case 14: return "ANSI_X3.4-1968";
    case 65536: return ".";
    case 327680: return "^[yY]";
    case 327681: return "^[nN]";
    case 262159: return "-";
    default: return "";
    }
}
