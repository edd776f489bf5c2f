// Fills a template (first argument) in: ${name} becomes the second argument, $$ a dollar sign.
// sizes: --sym-args 2 2 4
public class Template {
    private final String text;
    private final StringBuilder result = new StringBuilder();
    private int replaced;

    Template(String text) {
        this.text = text;
    }

    private static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!Character.isLetter(name.charAt(i))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    String fill(String value) {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '$' || at + 1 == text.length()) {
                result.append(c);
                at++;
            } else if (text.charAt(at + 1) == '$') {
                result.append('$');
                at += 2;
            } else if (text.charAt(at + 1) == '{') {
                int end = text.indexOf('}', at);
                if (end < 0) {
                    throw new IllegalArgumentException("} is missing");
                }
                int colon = text.indexOf(':', at); // fixed: int colon = text.substring(0, end).indexOf(':', at);;
                String name = text.substring(at + 2, colon < 0 ? end : colon);
                String otherwise = colon < 0 ? "" : text.substring(colon + 1, end); // expect: no-runtime-exception
                result.append(isName(name) && !value.isEmpty() ? value : otherwise);
                replaced++;
                at = end + 1;
            } else {
                result.append(c);
                at++;
            }
        }
        return result.toString();
    }

    public static void main(String[] args) {
        if (args.length != 2) {
            System.err.println("usage: Template TEXT VALUE");
            return;
        }
        Template template = new Template(args[0]);
        try {
            System.out.println(template.fill(args[1]));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return;
        }
        System.out.println(template.replaced + " replaced");
    }
}
