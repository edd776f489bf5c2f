// An account by lines of "new", "in 20", "out 5", "end".
// sizes: --sym-stdin 10
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

public class Account {
    enum State { NEW, OPEN, CLOSED }

    record Entry(String kind, int amount) {}

    private State state = State.NEW;
    private List<Entry> entries;
    private int balance;

    boolean apply(String command, int amount) {
        switch (command) {
            case "new":
                if (state == State.OPEN) {
                    return false;
                }
                state = State.OPEN;
                entries = new ArrayList<>();
                return true;
            case "in":
            case "out":
                if (state == State.NEW) { // fixed: if (state != State.OPEN) {
                    return false;
                }
                int change = command.equals("in") ? amount : -amount;
                if (balance + change < 0) {
                    return false;
                }
                balance += change;
                entries.add(new Entry(command, amount)); // expect: no-runtime-exception
                return true;
            case "end":
                if (state != State.OPEN) {
                    return false;
                }
                state = State.CLOSED;
                entries = null;
                return true;
            default:
                return false;
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        Account account = new Account();
        String line;
        int number = 0;
        while (number < 4 && (line = reader.readLine()) != null) {
            number++;
            String[] words = line.trim().split(" ");
            int amount = 0;
            if (words.length == 2) {
                try {
                    amount = Integer.parseInt(words[1]);
                } catch (NumberFormatException e) {
                    System.err.println("line " + number + ": no amount");
                    continue;
                }
            }
            if (amount < 0 || amount > 1000 || !account.apply(words[0], amount)) {
                System.err.println("line " + number + " refused");
            }
        }
        System.out.println("balance " + account.balance);
    }
}
