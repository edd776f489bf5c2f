// A store's inventory by commands: "add NAME COUNT", "take NAME COUNT", "drop NAME".
// sizes: --sym-stdin 8
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

public class Inventory {
    private final Map<String, Integer> stock = new HashMap<>();
    private int refused;

    void add(String name, int count) {
        stock.merge(name, count, Integer::sum);
    }

    void take(String name, int count) {
        int there = stock.get(name); // fixed: int there = stock.getOrDefault(name, 0); // expect: no-runtime-exception
        if (there < count) {
            refused++;
            return;
        }
        stock.put(name, there - count);
    }

    int total() {
        int sum = 0;
        for (int count : stock.values()) {
            sum += count;
        }
        return sum;
    }

    public static void main(String[] args) {
        Inventory inventory = new Inventory();
        Scanner scanner = new Scanner(System.in);
        for (int lines = 0; lines < 4 && scanner.hasNext(); lines++) {
            String command = scanner.next();
            if (!scanner.hasNext()) {
                break;
            }
            String name = scanner.next();
            switch (command) {
                case "add" -> {
                    if (scanner.hasNextInt()) {
                        inventory.add(name, scanner.nextInt() & 0xff);
                    }
                }
                case "take" -> {
                    if (scanner.hasNextInt()) {
                        inventory.take(name, scanner.nextInt() & 0xff);
                    }
                }
                case "drop" -> inventory.stock.remove(name);
                default -> System.err.println("unknown command " + command);
            }
        }
        System.out.println(inventory.total() + " pieces, " + inventory.refused + " refused");
    }
}
