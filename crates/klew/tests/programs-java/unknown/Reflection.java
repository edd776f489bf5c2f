public class Reflection {
    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("java.lang.String");
        assert type == String.class;
    }
}
