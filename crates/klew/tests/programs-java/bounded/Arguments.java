/** Arguments are inputs, of which there can be more than were looked at. */
public class Arguments {
    public static void main(String[] args) {
        int total = 0;
        for (String arg : args) {
            total += arg.length();
        }
        assert total >= 0;
    }
}
