/* Builds, reverses and sums a linked list. */
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 2000; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    long sum = 0;
    for (int round = 0; round < 1500; round++) {
        struct node *reversed = 0;
        while (head) {
            struct node *next = head->next;
            head->next = reversed;
            reversed = head;
            head = next;
        }
        head = reversed;
        for (struct node *n = head; n; n = n->next)
            sum += n->value ^ round;
    }
    return (int)(sum % 128);
}
