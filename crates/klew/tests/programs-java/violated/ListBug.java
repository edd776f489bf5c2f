import java.util.ArrayList;
import java.util.List;

public class ListBug {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            list.add(Klew.anyInt("element"));
        }
        int greatest = 0;
        for (int element : list) {
            if (element > greatest) {
                greatest = element;
            }
        }
        // All may be negative.
        assert greatest <= list.get(0) || greatest <= list.get(1) || list.indexOf(greatest) > 1; // expect: assertion
    }
}
