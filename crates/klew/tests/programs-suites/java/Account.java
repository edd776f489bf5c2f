/** An account with rules. */
// suite: --entry Account.withdraw; --entry Account.transfer; --entry Account.interest
public class Account {
    private long balance;
    private long limit;
    private boolean frozen;
    private int failures;

    /** Takes money out. */
    void withdraw(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        if (frozen) {
            throw new IllegalStateException("frozen");
        }
        if (limit < 0 || balance < -limit || amount > 1_000_000 || balance - amount < -limit) {
            if (++failures >= 3) {
                frozen = true;
            }
            throw new IllegalStateException("not enough");
        }
        balance -= amount;
        failures = 0;
    }

    /** Moves money; whether it could. */
    boolean transfer(Account to, long amount) {
        if (to == null || to == this || to.frozen || frozen) {
            return false;
        }
        if (amount <= 0 || amount > balance) {
            return false;
        }
        balance -= amount;
        to.balance += amount;
        return true;
    }

    /** Interest of a year, in per mille of the balance. */
    long interest() {
        if (balance < 0) {
            return balance < -100_000 ? balance / 1000 * 120 : balance / 1000 * 90;
        }
        if (balance < 10_000) {
            return 0;
        }
        return balance < 1_000_000 ? balance / 1000 * 10 : balance / 1000 * 15;
    }
}
