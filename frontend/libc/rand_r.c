/* rand_r (POSIX): three steps of a linear congruential generator per number. */
int rand_r(unsigned *seed)
{
    unsigned next = *seed, result;
    next = next * 1103515245 + 12345;
    result = next / 65536 % 2048;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    *seed = next;
    return (int)result;
}
