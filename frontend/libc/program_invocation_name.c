/* program_invocation_name (GNU): the name of the program, with which err and error begin their messages. */
extern char __symtool_program[], __symtool_short_name[];

char *program_invocation_name = __symtool_program;
char *program_invocation_short_name = __symtool_short_name;
