// options: --property assertion
// Maps with keys of which nothing is known: what is in them depends on which are equal, and no order is asked for.
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.sosy_lab.sv_benchmarks.Verifier;

public class MapOfTexts {
    public static void main(String[] args) {
        String a = Verifier.nondetString();
        String b = Verifier.nondetString();
        String c = Verifier.nondetString();
        if (a.length() != 2 || b.length() != 2 || c.length() != 2) {
            return;
        }
        Map<String, Integer> counts = new HashMap<>();
        Map<String, Integer> first = new LinkedHashMap<>();
        Set<String> all = new HashSet<>();
        String[] texts = {a, b, c};
        for (int i = 0; i < texts.length; i++) {
            counts.merge(texts[i], 1, Integer::sum);
            first.putIfAbsent(texts[i], i);
            all.add(texts[i]);
        }
        assert counts.size() == all.size() && all.size() == first.size();
        assert counts.get(a) == 1 + (a.equals(b) ? 1 : 0) + (a.equals(c) ? 1 : 0);
        assert first.get(c) == (c.equals(a) ? 0 : c.equals(b) ? 1 : 2);
        assert first.keySet().iterator().next().equals(a);
        counts.remove(b);
        assert counts.containsKey(a) == !a.equals(b);
    }
}
