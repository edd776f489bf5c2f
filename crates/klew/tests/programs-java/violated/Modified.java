import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class Modified {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(Arrays.asList(1, 2, 3));
        for (Integer element : list) { // expect: no-runtime-exception
            if (element == Klew.anyInt("gone")) {
                list.remove(element);
            }
        }
    }
}
