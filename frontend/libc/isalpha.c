/* isalpha (C11 7.4.1.2): a letter. Setting bit 5 converts a letter to lower case. */
int isalpha(int c)
{
    return ((unsigned)c | 32u) - 'a' < 26u;
}
