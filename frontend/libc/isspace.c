/* isspace (C11 7.4.1.10): white space, which is space and the characters from tab to carriage return. */
int isspace(int c)
{
    return (c == ' ') | ((unsigned)c - 9u < 5u);
}
