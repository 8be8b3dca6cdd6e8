/* Environment variables. */
#include "support.h"
#include <errno.h>
#include <unistd.h>

static void show(const char *name)
{
    char *value = getenv(name);
    printf("%s=%s\n", name, value == NULL ? "(none)" : value);
}

int main(void)
{
    char own[] = "OWN=first";
    clearenv();
    show("A");
    printf("%d\n", setenv("A", "1", 0));
    printf("%d\n", setenv("AB", "two words", 1));
    show("A");
    show("AB");
    printf("%d\n", setenv("A", "2", 0));
    show("A");
    printf("%d\n", setenv("A", "", 1));
    show("A");
    printf("%d\n", putenv(own));
    show("OWN");
    strcpy(own + 4, "other");
    show("OWN");
    int n = 0;
    for (char **at = environ; *at != NULL; at++)
        n++;
    printf("%d\n", n);
    printf("%d\n", unsetenv("A"));
    show("A");
    show("AB");
    printf("%d\n", unsetenv("NONE"));
    n = unsetenv("A=B");
    printf("%d %d\n", n, errno);
    errno = 0;
    n = setenv("A=B", "x", 1);
    printf("%d %d\n", n, errno);
    errno = 0;
    n = setenv("", "x", 1);
    printf("%d %d\n", n, errno);
    printf("%d\n", putenv("AB"));
    show("AB");
    show("");
    printf("%s\n", secure_getenv("OWN"));
    clearenv();
    show("OWN");
    return 0;
}
