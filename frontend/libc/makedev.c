/* The functions behind the macros major, minor and makedev (glibc). */
unsigned gnu_dev_major(unsigned long device)
{
    return (unsigned)((device >> 8 & 0xfff) | (device >> 32 & 0xfffff000));
}

unsigned gnu_dev_minor(unsigned long device)
{
    return (unsigned)((device & 0xff) | (device >> 12 & 0xffffff00));
}

unsigned long gnu_dev_makedev(unsigned major, unsigned minor)
{
    unsigned long high = major, low = minor;
    return (high & 0xfff) << 8 | (high & 0xfffff000) << 32 | (low & 0xff) | (low & 0xffffff00) << 12;
}
