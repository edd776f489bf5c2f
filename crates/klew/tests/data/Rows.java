/** Elements of arrays and fields of their type are one place, which holds more than is asked here. The last two assertions fail. */
public class Rows {
    static class Row {
        int[] cells = new int[4];
        int count;
        Row next;
    }

    public static void main(String[] arguments) {
        Row row = new Row();
        for (int i = Klew.anyInt(); i > 0; i--) {
            Row before = new Row();
            before.next = row;
            before.cells[i & 3] = 9;
            before.count = i & 7;
            row = before;
        }
        for (Row at = row; at != null; at = at.next) {
            assert at.cells[2] >= 0;
            assert at.count >= 0;
            assert at.cells[2] == 0;
            assert at.count < 7;
        }
    }
}
