/* program_invocation_name (GNU): the name of the program, with which err and error begin their messages. */
char *program_invocation_name = "program";
char *program_invocation_short_name = "program";
