/* htons, ntohs, htonl, ntohl (POSIX): the byte order of the network is big endian. */
unsigned short htons(unsigned short value)
{
    return __builtin_bswap16(value);
}

unsigned short ntohs(unsigned short value)
{
    return __builtin_bswap16(value);
}

unsigned htonl(unsigned value)
{
    return __builtin_bswap32(value);
}

unsigned ntohl(unsigned value)
{
    return __builtin_bswap32(value);
}
