/* Runs the program in a child process. The exit status is 0 if the run does not fail, 1 if it fails, and 77 ("skipped") if
 * the input does not meet an assumption of the program. */
int main(void)
{
    int status = 0;
    symtool_test_before();
    int child = symtool_test_fork();
    if (child == 0) {
        symtool_test_prepare();
        symtool_test_exit(symtool_test_run());
    }
    if (child < 0 || symtool_test_waitpid(child, &status, 0) != child) {
        symtool_test_dprintf(2, "symtool: the program cannot be started\n");
        return 2;
    }
    symtool_test_after();
    int signal = status & 127, code = status >> 8 & 255;
    if (signal == 0 && code == SYMTOOL_TEST_UNMET)
        return 77;
    if ((signal == 0 && code != SYMTOOL_TEST_FAILED) || (symtool_test_aborts && signal == 6)) {
        symtool_test_dprintf(2, "symtool: the run did not fail\n");
        return 0;
    }
    symtool_test_dprintf(2, "symtool: the run failed; reported: %s\n", symtool_test_reported);
    return 1;
}
