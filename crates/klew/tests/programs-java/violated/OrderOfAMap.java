// options: --property assertion
// In which order a map has its keys depends on their hash codes, of which nothing is known.
import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

public class OrderOfAMap {
    public static void main(String[] args) {
        String name = Verifier.nondetString();
        if (name.length() != 3) {
            return;
        }
        Map<String, String> colours = new HashMap<>();
        colours.put(name, "red");
        colours.put("sky", "blue");
        String order = "";
        for (Map.Entry<String, String> entry : colours.entrySet()) {
            order += entry.getValue() + " ";
        }
        if (order.startsWith("red ")) {
            assert !name.startsWith("z"); // expect: assertion
        }
    }
}
