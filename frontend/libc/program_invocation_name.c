/* The program's name in messages (GNU). */
char *program_invocation_name = "program";
char *program_invocation_short_name = "program";
