class BankAccount {
    static int operations(int start) { // entry, unroll 16
        int balance = start;
        int withdrawals = 0;
        while (Klew.anyBoolean("more")) {
            boolean deposit = Klew.anyBoolean("deposit");
            int amount = Klew.anyInt("amount");
            if (deposit) {
                if (amount > 0) {
                    balance = balance + amount;
                } else {
                    assert Checks.goesOn(); // reached
                }
            } else if (amount > balance) {
                assert Checks.goesOn(); // reached
            } else if (withdrawals >= 10) {
                assert Checks.goesOn(); // reached
            } else {
                balance = balance - amount;
                withdrawals = withdrawals + 1;
            }
        }
        return balance;
    }
}
