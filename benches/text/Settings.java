// Settings "name=value" as arguments; values are numbers, switches (on, off) or texts.
// sizes: --sym-args 1 1 8
// quick
import java.util.LinkedHashMap;
import java.util.Map;

public class Settings {
    private final Map<String, Object> values = new LinkedHashMap<>();

    static Object parse(String text) {
        if (text.equals("on") || text.equals("off")) {
            return text.equals("on");
        }
        boolean digits = !text.isEmpty() && text.length() < 5;
        for (int i = 0; i < text.length(); i++) {
            digits &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        if (digits) {
            return Integer.valueOf(text);
        }
        return text;
    }

    boolean put(String argument) {
        int equals = argument.indexOf('=');
        if (equals < 1) {
            return false;
        }
        values.put(argument.substring(0, equals), parse(argument.substring(equals + 1)));
        return true;
    }

    int number(String name, int otherwise) {
        Object value = values.get(name);
        if (value == null || value instanceof String) { // fixed: if (!(value instanceof Integer)) {
            return otherwise;
        }
        return (Integer) value; // expect: no-runtime-exception
    }

    boolean isOn(String name) {
        return values.get(name) instanceof Boolean on && on;
    }

    public static void main(String[] args) {
        Settings settings = new Settings();
        for (String argument : args) {
            if (!settings.put(argument)) {
                System.err.println("not a setting: " + argument);
                return;
            }
        }
        int size = settings.number("size", 80);
        System.out.println(settings.isOn("wide") ? size * 2 : size);
    }
}
