/* isprint (C11 7.4.1.8): a printing character, space included. */
int isprint(int c)
{
    return (unsigned)c - 32u < 95u;
}
