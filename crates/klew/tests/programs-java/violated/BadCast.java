public class BadCast {
    public static void main(String[] args) {
        Object object = Klew.anyInt("kind") > 5 ? "text" : Integer.valueOf(1);
        Integer number = (Integer) object; // expect: no-runtime-exception
        System.out.println(number);
    }
}
