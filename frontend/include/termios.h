/* Terminals (POSIX) with Linux's values and layout. */
#ifndef _SYMTOOL_TERMIOS_H
#define _SYMTOOL_TERMIOS_H

typedef unsigned char cc_t;
typedef unsigned speed_t;
typedef unsigned tcflag_t;

#define NCCS 32

struct termios {
    tcflag_t c_iflag;
    tcflag_t c_oflag;
    tcflag_t c_cflag;
    tcflag_t c_lflag;
    cc_t c_line;
    cc_t c_cc[NCCS];
    speed_t c_ispeed;
    speed_t c_ospeed;
};

#define VINTR 0
#define VEOF 4
#define VTIME 5
#define VMIN 6
#define ISIG 1
#define ICANON 2
#define ECHO 8
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2

int tcgetattr(int descriptor, struct termios *to);
int tcsetattr(int descriptor, int when, const struct termios *from);

#endif
