public class SwitchString {
    public static void main(String[] args) {
        char c = Klew.anyChar("c");
        switch ("a" + c) {
            case "ab":
                System.out.println("ab");
                break;
            case "az":
                throw new IllegalStateException("az"); // expect: no-runtime-exception
            default:
                break;
        }
    }
}
