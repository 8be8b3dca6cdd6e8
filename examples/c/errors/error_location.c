/*
 * An error location in the style of SV-COMP: a state machine reaches a state that was considered impossible.
 *
 *   symtool examples/c/errors/error_location.c
 *   VIOLATION reach: two consecutive events 2 lead from state 1 to state 3
 */
void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int state = 0;
    for (int i = 0; i < 3; i++) {
        unsigned char event = __VERIFIER_nondet_uchar();
        if (state == 0 && event == 2)
            state = 1;
        else if (state == 1)
            state = event == 2 ? 3 : 0; /* the mistake: 2 was meant to be ignored here */
        if (state == 3)
            reach_error();
    }
    return state;
}
