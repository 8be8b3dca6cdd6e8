/* iscntrl (C11 7.4.1.4): a control character. */
int iscntrl(int c)
{
    return ((unsigned)c < 32u) | (c == 127);
}
