/* gettext and related functions (GNU): there is one language, so each message is its own translation. */
void __symtool_unsupported(const char *what);

char *gettext(const char *message)
{
    return (char *)message;
}

char *dgettext(const char *domain, const char *message)
{
    (void)domain;
    return (char *)message;
}

char *dcgettext(const char *domain, const char *message, int category)
{
    (void)domain;
    (void)category;
    return (char *)message;
}

char *ngettext(const char *one, const char *many, unsigned long count)
{
    return (char *)(count == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long count)
{
    (void)domain;
    return (char *)(count == 1 ? one : many);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long count, int category)
{
    (void)domain;
    (void)category;
    return (char *)(count == 1 ? one : many);
}

char *textdomain(const char *domain)
{
    static const char *current = "messages";
    if (domain != 0)
        current = *domain == 0 ? "messages" : domain;
    return (char *)current;
}

/* A call with a null pointer returns the current folder or character set, which depends on the installation. */
char *bindtextdomain(const char *domain, const char *folder)
{
    (void)domain;
    if (folder == 0)
        __symtool_unsupported("the current folder of a text domain");
    return (char *)folder;
}

char *bind_textdomain_codeset(const char *domain, const char *codeset)
{
    (void)domain;
    if (codeset == 0)
        __symtool_unsupported("the current character set of a text domain");
    return (char *)codeset;
}
