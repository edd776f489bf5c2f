// Deposits, one after the other, until a sum is right; the audit fails for one sum after twenty of them.
#include <assert.h>
#include <klew.h>

int main(void) {
    unsigned balance = 0, deposits = 0;
    while (klew_bool("more")) {
        unsigned amount = klew_uint("amount");
        klew_assume(amount > 0 && amount <= 1000);
        balance += amount;
        deposits++;
        if (deposits == 20)
            break;
    }
    assert(!(deposits == 20 && balance == 19937)); // expect: assertion
    return 0;
}
