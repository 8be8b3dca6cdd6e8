/*
 * A DHCP client: it requests an address, receives offers, accepts one, renews it after half of the lease time with the same
 * server and later with any server, and releases it when the lease expires or is refused. Time is counted; messages may get
 * lost. Checked: the address is in use only while the lease is valid and acknowledged by the server, the times are ordered, a
 * renewal is sent to a second server only after the rebinding time, and a refused address is dropped at once.
 *
 * With -DBUG the times in the answer to a renewal are used unchecked, even if the second time precedes the first.
 *
 *   symtool examples/c/cdse/dhcp_true.c --cdse --unwind 12
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { INIT, SELECTING, REQUESTING, PROBING, BOUND, RENEWING, REBINDING, REBOOT, STOPPED };
enum { ANSWER_NONE = 0, ANSWER_OFFER = 2, ANSWER_ACK = 5, ANSWER_NAK = 6 };

struct lease {
    int server;
    int total;
    int renew_at;
    int rebind_at;
};

static struct lease lease;
static struct lease offer;
static int state;
static int now;              /* time units since the acknowledgment */
static int in_use;
static int tries;
static int acknowledged;
static int declined;

static void drop(void) {
    in_use = 0;
    acknowledged = 0;
    state = INIT;
}

static void check_use(void) {
    if (!in_use)
        return;
    if (!acknowledged)
        reach_error();
    if (now >= lease.total)
        reach_error();
}

/* Reads the times of the server's answer. Times that are not ordered are replaced by the defaults of the standard. */
static int read_times(struct lease *to) {
    int total = __VERIFIER_nondet_int();
    int renew = __VERIFIER_nondet_int();
    int rebind = __VERIFIER_nondet_int();
    if (total < 8 || total > 1000)
        return 0;
    to->total = total;
    to->renew_at = total / 2;
    to->rebind_at = total - total / 8;
#ifdef BUG
    if (state == RENEWING && renew > 0 && rebind > 0 && renew < total && rebind < total) {
        to->renew_at = renew;
        to->rebind_at = rebind;
        return 1;
    }
#endif
    if (renew > 0 && renew < rebind && rebind < total) {
        to->renew_at = renew;
        to->rebind_at = rebind;
    }
    return 1;
}

static void bind(void) {
    if (!(0 < lease.renew_at && lease.renew_at < lease.rebind_at && lease.rebind_at < lease.total))
        reach_error();
    acknowledged = 1;
    in_use = 1;
    now = 0;
    tries = 0;
    state = BOUND;
}

static void selecting(void) {
    int message = __VERIFIER_nondet_int();
    if (message == ANSWER_OFFER) {
        offer.server = __VERIFIER_nondet_int();
        if (offer.server <= 0)
            return;
        if (!read_times(&offer))
            return;
        tries = 0;
        state = REQUESTING;
    } else if (++tries > 2) {
        state = STOPPED;
    }
}

static void requesting(void) {
    int message = __VERIFIER_nondet_int();
    if (message == ANSWER_ACK) {
        int server = __VERIFIER_nondet_int();
        if (server != offer.server)
            return;
        lease = offer;
        state = PROBING;
    } else if (message == ANSWER_NAK) {
        state = INIT;
    } else if (++tries > 2) {
        state = INIT;
        tries = 0;
    }
}

/* Checks whether another host uses the address; if so, the client declines it. */
static void probing(void) {
    if (__VERIFIER_nondet_int() > 0) {
        declined = declined + 1;
        state = declined > 1 ? STOPPED : INIT;
        return;
    }
    bind();
}

static void pass_time(void) {
    int step = __VERIFIER_nondet_int();
    if (step < 1)
        step = 1;
    if (step > 500)
        step = 500;
    now = now + step;
    if (now >= lease.total) {
        drop();
        return;
    }
    if (now >= lease.rebind_at)
        state = REBINDING;
    else if (now >= lease.renew_at)
        state = RENEWING;
}

static void renew(int any_server) {
    int message = __VERIFIER_nondet_int();
    int server = __VERIFIER_nondet_int();
    struct lease fresh = lease;
    if (any_server && now < lease.rebind_at)
        reach_error();
    if (now < lease.renew_at)
        reach_error();
    if (message == ANSWER_NAK) {
        drop();
        return;
    }
    if (message == ANSWER_ACK && (any_server || server == lease.server)) {
        fresh.server = server;
        if (read_times(&fresh)) {
            lease = fresh;
            bind();
            return;
        }
    }
    pass_time();
}

int main(void) {
    state = __VERIFIER_nondet_int() ? INIT : REBOOT;
    while (state != STOPPED) {
        switch (state) {
        case INIT:
            tries = 0;
            state = SELECTING;
            break;
        case REBOOT:
            /* The previous address is not requested again. */
            drop();
            break;
        case SELECTING:
            selecting();
            break;
        case REQUESTING:
            requesting();
            break;
        case PROBING:
            probing();
            break;
        case BOUND:
            pass_time();
            break;
        case RENEWING:
            renew(0);
            break;
        case REBINDING:
            renew(1);
            break;
        default:
            reach_error();
        }
        check_use();
    }
    if (in_use)
        reach_error();
    return 0;
}
