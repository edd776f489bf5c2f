package shop;

import org.sosy_lab.sv_benchmarks.Verifier;
import shop.stock.Shelf;

public class Main {
    public static void main(String[] arguments) {
        Shelf shelf = new Shelf(2);
        for (int i = 0; i < 3; i++) {
            if (Verifier.nondetBoolean()) {
                shelf.put(Verifier.nondetLong());
            }
        }
    }
}
