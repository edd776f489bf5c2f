package java.lang;

import java.util.ArrayList;

/** The lines of strings, and how far they are indented. */
final class Lines {
    private Lines() {}

    /** Lines end with a line feed, a carriage return or both; the last one need not. */
    static ArrayList<String> of(String text) {
        ArrayList<String> lines = new ArrayList<>();
        int length = text.length();
        int start = 0;
        int i = 0;
        while (i < length) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r') {
                lines.add(text.substring(start, i));
                if (c == '\r' && i + 1 < length && text.charAt(i + 1) == '\n') {
                    i++;
                }
                start = i + 1;
            }
            i++;
        }
        if (start < length) {
            lines.add(text.substring(start, length));
        }
        return lines;
    }

    static String indent(String text, int count) {
        String spaces = count > 0 ? " ".repeat(count) : "";
        StringBuilder result = new StringBuilder();
        for (String line : of(text)) {
            String rest = line;
            if (count < 0) {
                int most = count == Integer.MIN_VALUE ? Integer.MAX_VALUE : -count;
                rest = line.substring(Math.min(most, firstInk(line)));
            }
            result.append(spaces).append(rest).append('\n');
        }
        return result.toString();
    }

    static String stripIndent(String text) {
        int length = text.length();
        if (length == 0) {
            return "";
        }
        char last = text.charAt(length - 1);
        boolean ended = last == '\n' || last == '\r';
        ArrayList<String> lines = of(text);
        int outdent = ended ? 0 : outdent(lines);
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (i > 0) {
                result.append('\n');
            }
            int first = firstInk(line);
            int end = line.stripTrailing().length();
            if (first <= end) {
                result.append(line, Math.min(outdent, first), end);
            }
        }
        return ended ? result.append('\n').toString() : result.toString();
    }

    /** The least indentation of lines with something in them, and of the last one. */
    private static int outdent(ArrayList<String> lines) {
        int least = Integer.MAX_VALUE;
        for (String line : lines) {
            int first = firstInk(line);
            if (first != line.length()) {
                least = Math.min(least, first);
            }
        }
        String last = lines.get(lines.size() - 1);
        return last.isBlank() ? Math.min(least, last.length()) : least;
    }

    /** Where the first character stands that is no white space, or the length. */
    private static int firstInk(String line) {
        return line.length() - line.stripLeading().length();
    }
}
