/* Short, long and abbreviated options, permuted operands, and every message. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int flag;
static const struct option longs[] = {
    {"all", no_argument, NULL, 'a'},       {"size", required_argument, NULL, 's'},
    {"colour", optional_argument, NULL, 'c'}, {"set", no_argument, &flag, 7},
    {"similar", no_argument, NULL, 'i'},   {NULL, 0, NULL, 0},
};

static void show(const char *title, const char *options, int kind, int argc, const char *const *words)
{
    char text[12][16];
    char *argv[13];
    int c, index = -1;
    for (int i = 0; i < argc; i++)
        argv[i] = strcpy(text[i], words[i]);
    argv[argc] = NULL;
    printf("%s [%s]:", title, options);
    fflush(stdout);
    optind = 0;
    flag = 0;
    for (;;) {
        c = kind == 0   ? getopt(argc, argv, options)
            : kind == 1 ? getopt_long(argc, argv, options, longs, &index)
                        : getopt_long_only(argc, argv, options, longs, &index);
        if (c == -1)
            break;
        printf(" %d(%s)", c, optarg != NULL ? optarg : "-");
        printf("!%d", optopt);
        fflush(stdout);
    }
    printf(" optopt %d flag %d index %d, then", optopt, flag, index);
    for (int i = optind; i < argc; i++)
        printf(" %s", argv[i]);
    printf("\n");
    fflush(stdout);
}

#define SHOW(title, options, kind, ...)                                            \
    do {                                                                           \
        const char *const words[] = {"prog", __VA_ARGS__};                         \
        show(title, options, kind, sizeof words / sizeof *words, words);           \
    } while (0)

int main(void)
{
    printf("%d\n", optopt);
    optopt = 7;
    SHOW("groups", "abc:d::", 0, "-ab", "-cvalue", "-c", "other", "-dx", "-d", "y");
    SHOW("moved", "abc:", 0, "one", "-a", "two", "three", "-c", "x", "four", "-b");
    SHOW("ends", "ab", 0, "one", "-a", "--", "-b", "two");
    SHOW("ordered", "+ab", 0, "-a", "one", "-b");
    SHOW("in place", "-ab", 0, "one", "-a", "two");
    SHOW("unknown", "ab", 0, "-x", "-a", "-ay");
    SHOW("quiet", ":ab:", 0, "-x", "-b");
    SHOW("missing", "ab:", 0, "-a", "-b");
    SHOW("dash", "ab", 0, "-", "-a");
    SHOW("long", "as:c::", 1, "--all", "--size", "3", "--size=4", "--colour", "--colour=x", "--set", "rest");
    SHOW("short and long", "as:", 1, "x", "-a", "--siz", "3", "-s5", "y", "--al");
    SHOW("ambiguous", "a", 1, "--si", "--s=1", "--a");
    SHOW("wrong", "a", 1, "--none", "--all=3", "--size");
    SHOW("wrong and quiet", ":a", 1, "--none=x", "--all=3", "--size");
    SHOW("only", "as:", 2, "-all", "-size", "3", "-a", "-colour=1", "--set", "-none", "-s7");
    SHOW("no letters", "", 1, "--all", "x", "-y");
    opterr = 0;
    SHOW("silent", "a", 1, "--none", "-x", "--all=1", "-a");
    return 0;
}
