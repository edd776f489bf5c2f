public class SwitchCollision {
    public static void main(String[] args) {
        String text = "" + Klew.anyChar("a") + Klew.anyChar("b");
        boolean known;
        switch (text) {
            case "Aa":
            case "BB":
                known = true;
                break;
            default:
                known = false;
        }
        // Another text has the same hash code.
        if (text.hashCode() == "Aa".hashCode()) {
            assert known; // expect: assertion
        }
    }
}
