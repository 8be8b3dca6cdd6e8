/* isblank (C11 7.4.1.3): a space or a tab. */
int isblank(int c)
{
    return (c == ' ') | (c == 9);
}
