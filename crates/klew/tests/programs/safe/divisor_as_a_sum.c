// What is subtracted in turns from two numbers is a sum of multiples of both all the time.
// options: --engine horn --property assertion
#include <klew.h>
#include <assert.h>

int main(void)
{
    unsigned x = klew_uint("x"), y = klew_uint("y");
    klew_assume(x > 0 && y > 0 && x <= 5000 && y <= 5000);
    unsigned a = x, b = y, of_x_in_a = 1, of_y_in_a = 0, of_x_in_b = 0, of_y_in_b = 1;
    while (a != b) {
        if (a > b) {
            a -= b;
            of_x_in_a -= of_x_in_b;
            of_y_in_a -= of_y_in_b;
        } else {
            b -= a;
            of_x_in_b -= of_x_in_a;
            of_y_in_b -= of_y_in_a;
        }
    }
    assert(a == of_x_in_a * x + of_y_in_a * y);
    return 0;
}
