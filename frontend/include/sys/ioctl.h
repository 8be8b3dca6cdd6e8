/* Device control (Linux): there are no devices. */
#ifndef _SYMTOOL_SYS_IOCTL_H
#define _SYMTOOL_SYS_IOCTL_H

#define TCGETS 0x5401
#define TIOCGWINSZ 0x5413
#define FIONREAD 0x541B
#define FIONBIO 0x5421

struct winsize {
    unsigned short ws_row;
    unsigned short ws_col;
    unsigned short ws_xpixel;
    unsigned short ws_ypixel;
};

int ioctl(int descriptor, unsigned long request, ...);

#endif
