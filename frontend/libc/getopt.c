/* getopt, getopt_long and getopt_long_only (POSIX, and GNU long options): operands are moved after the options. */
struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

typedef struct _IO_FILE FILE;
int fprintf(FILE *file, const char *format, ...);
unsigned long strlen(const char *s);
int strncmp(const char *a, const char *b, unsigned long n);
char *strchr(const char *s, int c);
char *getenv(const char *name);
extern FILE *stderr;

/* The unread rest of a group of short options, and the operands found so far: argv[first] to argv[behind - 1]. */
static char *rest;
static int first, behind;
static int wrong; /* the last invalid option, which each call stores to `optopt` */
static int order; /* '+': stop at the first operand; '-': return operands as option 1; else: move operands to the end */

/* Moves the options between `behind` and `optind` before the operands. */
static void rotate(char **argv)
{
    int options = optind - behind;
    for (int i = behind; i < optind; i++) {
        char *option = argv[i];
        for (int j = i; j > i - (behind - first); j--)
            argv[j] = argv[j - 1];
        argv[i - (behind - first)] = option;
    }
    first += options;
    behind = optind;
}

static int is_option(const char *word)
{
    return word[0] == '-' && word[1] != 0;
}

/* Looks up a long option, which may be abbreviated: returns its index, -1 for none, -2 if ambiguous. */
static int find_long(const struct option *longs, const char *word, unsigned long length)
{
    int found = -1, several = 0;
    for (int i = 0; longs[i].name != 0; i++) {
        if (strncmp(longs[i].name, word, length) != 0)
            continue;
        if (strlen(longs[i].name) == length)
            return i;
        if (found < 0)
            found = i;
        else if (longs[found].has_arg != longs[i].has_arg || longs[found].flag != longs[i].flag ||
                 longs[found].val != longs[i].val)
            several = 1;
    }
    return several ? -2 : found;
}

static int complain(char **argv, const char *format, const char *dashes, const char *name, int length)
{
    if (opterr)
        fprintf(stderr, format, argv[0], dashes, length, name);
    return '?';
}

static int missing(const char *options)
{
    return options[0] == ':' ? ':' : '?';
}

static int take_long(int argc, char **argv, const char *options, const struct option *longs, int *index,
                     const char *dashes)
{
    char *word = rest;
    unsigned long length = 0;
    while (word[length] != 0 && word[length] != '=')
        length++;
    int loud = options[0] != ':';
    int which = find_long(longs, word, length);
    rest = 0;
    optind++;
    if (which < 0) {
        wrong = 0;
        if (loud && which == -1)
            return complain(argv, "%s: unrecognized option '%s%.*s'\n", dashes, word, (int)strlen(word));
        if (loud && opterr) {
            fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", argv[0], dashes, word);
            for (int i = 0; longs[i].name != 0; i++)
                if (strncmp(longs[i].name, word, length) == 0)
                    fprintf(stderr, " '%s%s'", dashes, longs[i].name);
            fprintf(stderr, "\n");
        }
        return '?';
    }
    const struct option *option = &longs[which];
    int name_length = (int)strlen(option->name);
    if (word[length] == '=') {
        if (option->has_arg == 0) {
            wrong = option->val;
            if (loud)
                complain(argv, "%s: option '%s%.*s' doesn't allow an argument\n", dashes, option->name,
                         name_length);
            return '?';
        }
        optarg = word + length + 1;
    } else if (option->has_arg == 1) {
        if (optind >= argc) {
            wrong = option->val;
            if (loud)
                complain(argv, "%s: option '%s%.*s' requires an argument\n", dashes, option->name, name_length);
            return missing(options);
        }
        optarg = argv[optind++];
    }
    if (index != 0)
        *index = which;
    if (option->flag != 0) {
        *option->flag = option->val;
        return 0;
    }
    return option->val;
}

static int take_short(int argc, char **argv, const char *options)
{
    int c = *rest++;
    const char *known = c == ':' || c == ';' ? 0 : strchr(options, c);
    if (*rest == 0)
        optind++;
    if (known == 0) {
        wrong = (unsigned char)c;
        if (opterr && options[0] != ':')
            fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
        return '?';
    }
    if (known[1] != ':')
        return (unsigned char)c;
    if (*rest != 0) {
        optarg = rest;
        optind++;
    } else if (known[2] != ':') {
        if (optind >= argc) {
            rest = 0;
            wrong = (unsigned char)c;
            if (opterr && options[0] != ':')
                fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
            return missing(options);
        }
        optarg = argv[optind++];
    }
    rest = 0;
    return (unsigned char)c;
}

/* Advances to the next option: returns 1, 0 at the end, or -1 for an operand that is returned as an option. */
static int advance(int argc, char **argv)
{
    if (behind > optind)
        behind = optind;
    if (first > optind)
        first = optind;
    if (order == 0) {
        if (first != behind && behind != optind)
            rotate(argv);
        else if (behind != optind)
            first = optind;
        while (optind < argc && !is_option(argv[optind]))
            optind++;
        behind = optind;
    }
    if (optind < argc && argv[optind][0] == '-' && argv[optind][1] == '-' && argv[optind][2] == 0) {
        optind++;
        if (first != behind && behind != optind)
            rotate(argv);
        else if (first == behind)
            first = optind;
        behind = argc;
        optind = argc;
    }
    if (optind >= argc) {
        if (first != behind)
            optind = first;
        return 0;
    }
    if (!is_option(argv[optind]))
        return order == '-' ? -1 : 0;
    return 1;
}

static int take(int argc, char **argv, const char *options, const struct option *longs, int *index, int only)
{
    if (argc < 1)
        return -1;
    optarg = 0;
    if (optind == 0 || first == 0) {
        if (optind == 0)
            optind = 1;
        first = behind = optind;
        rest = 0;
    }
    order = options[0] == '-' || options[0] == '+' ? options[0] : getenv("POSIXLY_CORRECT") != 0 ? '+' : 0;
    if (order != 0 && order == options[0])
        options++;
    if (rest == 0 || *rest == 0) {
        int step = advance(argc, argv);
        if (step == 0)
            return -1;
        if (step < 0) {
            optarg = argv[optind++];
            return 1;
        }
        rest = argv[optind] + 1;
        if (longs != 0 && *rest == '-') {
            rest++;
            return take_long(argc, argv, options, longs, index, "--");
        }
        /* One dash: a long option, unless it is a single letter that is a short option. */
        if (longs != 0 && only && (rest[1] != 0 || strchr(options, *rest) == 0)) {
            unsigned long length = 0;
            while (rest[length] != 0 && rest[length] != '=')
                length++;
            if (find_long(longs, rest, length) != -1 || strchr(options, *rest) == 0)
                return take_long(argc, argv, options, longs, index, "-");
        }
    }
    return take_short(argc, argv, options);
}

static int next(int argc, char **argv, const char *options, const struct option *longs, int *index, int only)
{
    int taken = take(argc, argv, options, longs, index, only);
    optopt = wrong;
    return taken;
}

int getopt(int argc, char *const argv[], const char *options)
{
    return next(argc, (char **)argv, options, 0, 0, 0);
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index)
{
    return next(argc, (char **)argv, options, longs, index, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs, int *index)
{
    return next(argc, (char **)argv, options, longs, index, 1);
}
