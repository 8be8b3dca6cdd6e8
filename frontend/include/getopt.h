/* Command-line options (POSIX, and GNU long options). */
#ifndef _SYMTOOL_GETOPT_H
#define _SYMTOOL_GETOPT_H

extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;

#define no_argument 0
#define required_argument 1
#define optional_argument 2

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

int getopt(int argc, char *const argv[], const char *options);
int getopt_long(int argc, char *const argv[], const char *options, const struct option *longs,
                int *index);
int getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs,
                     int *index);

#endif
