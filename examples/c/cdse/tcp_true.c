/*
 * One end of a TCP connection: segments of the peer with any flags, calls of the user, and timers, over the states of RFC 793.
 * Checked: data is passed to the user only between the handshake and the peer's FIN, a FIN is sent once, no sequence number
 * is used for two different segments, and the connection is never established again without having been closed.
 *
 * With -DBUG a FIN that arrives with the acknowledgment of the program's FIN is counted, but the state still accepts data.
 *
 *   symtool examples/c/cdse/tcp_true.c --cdse --unwind 10
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum {
    CLOSED,
    LISTEN,
    SYN_SENT,
    SYN_RECEIVED,
    ESTABLISHED,
    FIN_WAIT_1,
    FIN_WAIT_2,
    CLOSING,
    TIME_WAIT,
    CLOSE_WAIT,
    LAST_ACK
};

enum { FIN = 1, SYN = 2, RST = 4, ACK = 16 };
enum { CALL_CLOSE = 1, CALL_SEND = 2, CALL_ABORT = 3 };

struct tcb {
    int state;
    int active;       /* whether this end opened the connection (an active open) */
    int retransmits;
    int snd_nxt;      /* next sequence number after the SYN, data and FIN sent */
    int fin_sent;
    int fin_seen;
    int syn_acked;
};

static struct tcb t;
static int delivered_after_fin;
static int established_times;

static void reset(void) {
    t.state = CLOSED;
}

static void establish(void) {
    if (!t.syn_acked)
        reach_error();
    established_times++;
    if (established_times > 1)
        reach_error();
    t.state = ESTABLISHED;
}

static void send_fin(void) {
    if (t.fin_sent)
        reach_error();
    t.fin_sent = 1;
    t.snd_nxt++;
}

static void deliver(int length) {
    if (length <= 0)
        return;
    if (t.fin_seen)
        delivered_after_fin = 1;
    if (!t.syn_acked)
        reach_error();
}

static void time_wait(void) {
    if (!t.fin_sent || !t.fin_seen)
        reach_error();
    t.state = TIME_WAIT;
}

static void in_syn_sent(int flags) {
    if (flags & RST) {
        if (flags & ACK)
            reset();
        return;
    }
    if (!(flags & SYN))
        return;
    if (flags & ACK) {
        t.syn_acked = 1;
        establish();
    } else {
        /* Both ends have opened the connection at the same time. */
        t.state = SYN_RECEIVED;
    }
}

static void in_syn_received(int flags, int length) {
    if (flags & SYN) {
        reset();
        return;
    }
    if (!(flags & ACK))
        return;
    t.syn_acked = 1;
    establish();
    deliver(length);
    if (flags & FIN) {
        t.fin_seen = 1;
        t.state = CLOSE_WAIT;
    }
}

static void in_established(int flags, int length) {
    if (!(flags & ACK))
        return;
    deliver(length);
    if (flags & FIN) {
        t.fin_seen = 1;
        t.state = CLOSE_WAIT;
    }
}

static void in_fin_wait_1(int flags, int length, int acks_fin) {
    if (!(flags & ACK))
        return;
    /* The user may have closed the connection before the end of the handshake. */
    t.syn_acked = 1;
    deliver(length);
    if (flags & FIN) {
        t.fin_seen = 1;
        if (!acks_fin)
            t.state = CLOSING;
        else
#ifdef BUG
            t.state = FIN_WAIT_2;
#else
            time_wait();
#endif
    } else if (acks_fin) {
        t.state = FIN_WAIT_2;
    }
}

static void in_fin_wait_2(int flags, int length) {
    if (!(flags & ACK))
        return;
    deliver(length);
    if (flags & FIN) {
        t.fin_seen = 1;
        time_wait();
    }
}

static void segment(void) {
    int flags = __VERIFIER_nondet_int();
    int length = __VERIFIER_nondet_int();
    int acks_fin = __VERIFIER_nondet_int() != 0;
    if (t.state == SYN_SENT) {
        in_syn_sent(flags);
        return;
    }
    if (flags & RST) {
        reset();
        return;
    }
    switch (t.state) {
    case LISTEN:
        if ((flags & (SYN | ACK)) == SYN) {
            t.snd_nxt = 1;
            t.state = SYN_RECEIVED;
        }
        break;
    case SYN_RECEIVED:
        in_syn_received(flags, length);
        break;
    case ESTABLISHED:
        in_established(flags, length);
        break;
    case FIN_WAIT_1:
        in_fin_wait_1(flags, length, acks_fin);
        break;
    case FIN_WAIT_2:
        in_fin_wait_2(flags, length);
        break;
    case CLOSING:
        if ((flags & ACK) && acks_fin)
            time_wait();
        break;
    case LAST_ACK:
        if ((flags & ACK) && acks_fin)
            reset();
        break;
    default:
        break;
    }
}

static void user(void) {
    int call = __VERIFIER_nondet_int();
    if (call == CALL_ABORT) {
        reset();
    } else if (call == CALL_CLOSE) {
        switch (t.state) {
        case LISTEN:
        case SYN_SENT:
            reset();
            break;
        case SYN_RECEIVED:
        case ESTABLISHED:
            send_fin();
            t.state = FIN_WAIT_1;
            break;
        case CLOSE_WAIT:
            send_fin();
            t.state = LAST_ACK;
            break;
        default:
            break;
        }
    } else if (call == CALL_SEND) {
        if (t.state == ESTABLISHED || t.state == CLOSE_WAIT) {
            if (t.fin_sent)
                reach_error();
            t.snd_nxt++;
        }
    }
}

static void timer(void) {
    if (t.state == TIME_WAIT) {
        reset();
    } else if (t.state != LISTEN && ++t.retransmits > 2) {
        reset();
    }
}

int main(void) {
    t.active = __VERIFIER_nondet_int() != 0;
    if (t.active) {
        t.state = SYN_SENT;
        t.snd_nxt = 1;
    } else {
        t.state = LISTEN;
    }
    while (t.state != CLOSED) {
        int event = __VERIFIER_nondet_int();
        if (event == 1)
            segment();
        else if (event == 2)
            user();
        else
            timer();
        if (delivered_after_fin)
            reach_error();
    }
    return 0;
}
