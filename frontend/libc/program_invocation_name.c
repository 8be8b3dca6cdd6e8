/* The program's name as messages give it (GNU). */
char *program_invocation_name = "program";
char *program_invocation_short_name = "program";
