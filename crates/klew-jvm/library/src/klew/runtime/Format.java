package klew.runtime;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Locale;
import java.util.MissingFormatArgumentException;
import java.util.UnknownFormatConversionException;

/**
 * Formats as `java.util.Formatter` describes them: first all directives are read, then they are carried out in order. Where
 * nothing is kept (`System.out`), only what may throw or run the program's code is done.
 */
public final class Format {
    private final String format;
    private final Object[] arguments;
    private final Locale locale;
    /** One of these two takes the text; neither where nothing is kept. */
    private final StringBuilder text;
    private final Appendable other;
    private IOException trouble;
    private int at;

    private Format(Locale locale, String format, Object[] arguments, StringBuilder text, Appendable other) {
        this.locale = locale;
        this.format = format;
        this.arguments = arguments;
        this.text = text;
        this.other = other;
    }

    public static String format(Locale locale, String format, Object[] arguments) {
        StringBuilder result = new StringBuilder();
        new Format(locale, format, arguments, result, null).run();
        return result.toString();
    }

    public static String format(String format, Object[] arguments) {
        return format(Locale.getDefault(Locale.Category.FORMAT), format, arguments);
    }

    /** Throws what `format` would throw. */
    public static void check(Locale locale, String format, Object[] arguments) {
        new Format(locale, format, arguments, null, null).run();
    }

    /** Formats to something that takes text: the last exception that it threw, or null. */
    public static IOException append(Appendable to, Locale locale, String format, Object[] arguments) {
        StringBuilder builder = to instanceof StringBuilder ? (StringBuilder) to : null;
        Format made = new Format(locale, format, arguments, builder, to);
        made.run();
        return made.trouble;
    }

    Locale locale() {
        return locale;
    }

    boolean isKept() {
        return text != null || other != null;
    }

    /** Where a `Formattable` writes to. */
    Appendable target() {
        return text != null ? text : other != null ? other : new StringBuilder();
    }

    private void run() {
        ArrayList<Directive> directives = new ArrayList<>();
        int length = format.length();
        int found = format.indexOf('%', 0);
        while (found >= 0) {
            at = found + 1;
            Directive directive = read(found, length);
            directives.add(directive);
            found = format.indexOf('%', at);
        }
        int done = 0;
        int last = -1;
        int ordinary = -1;
        int count = directives.size();
        for (int i = 0; i < count; i++) {
            Directive directive = directives.get(i);
            literal(done, directive.begin);
            done = directive.end;
            if (directive.isText()) {
                directive.print(this, null);
                continue;
            }
            int index = directive.index;
            if (index == 0) {
                ordinary++;
                last = ordinary;
            } else if (index > 0) {
                last = index - 1;
            }
            if (last < 0 || arguments != null && last >= arguments.length) {
                throw new MissingFormatArgumentException(directive.toString());
            }
            directive.print(this, arguments == null ? null : arguments[last]);
        }
        literal(done, length);
    }

    /** Reads the directive whose `%` was found. */
    private Directive read(int found, int length) {
        if (at >= length) {
            throw new UnknownFormatConversionException("%");
        }
        char first = format.charAt(at);
        int start = at;
        int digits = skipDigits(start, length);
        int index = 0;
        String number = null;
        if (digits > start && digits < length && format.charAt(digits) == '$') {
            number = format.substring(start, digits);
            start = digits + 1;
        }
        int flagsEnd = start;
        while (flagsEnd < length && Directive.flag(format.charAt(flagsEnd)) != 0) {
            flagsEnd++;
        }
        int widthEnd = skipDigits(flagsEnd, length);
        int precisionEnd = widthEnd;
        if (widthEnd < length && format.charAt(widthEnd) == '.') {
            precisionEnd = skipDigits(widthEnd + 1, length);
            if (precisionEnd == widthEnd + 1) {
                throw unknown(first);
            }
        }
        int end = precisionEnd;
        boolean time = end + 1 < length && (format.charAt(end) == 't' || format.charAt(end) == 'T')
                && isConversion(format.charAt(end + 1));
        char prefix = time ? format.charAt(end) : 0;
        if (time) {
            end++;
        }
        if (end >= length || !isConversion(format.charAt(end))) {
            throw unknown(first);
        }
        at = end + 1;
        Directive made = new Directive(found, at);
        made.index(number);
        made.flags(format, start, flagsEnd);
        made.width(format.substring(flagsEnd, widthEnd));
        made.precision(precisionEnd > widthEnd ? format.substring(widthEnd + 1, precisionEnd) : "");
        made.conversion(prefix, format.charAt(end));
        return made;
    }

    private static UnknownFormatConversionException unknown(char c) {
        return new UnknownFormatConversionException(String.valueOf(c));
    }

    private static boolean isConversion(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '%';
    }

    private int skipDigits(int from, int length) {
        int end = from;
        while (end < length && format.charAt(end) >= '0' && format.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    private void literal(int begin, int end) {
        if (begin >= end) {
            return;
        }
        if (text != null) {
            text.append(format, begin, end);
        } else if (other != null) {
            try {
                other.append(format, begin, end);
            } catch (IOException exception) {
                trouble = exception;
            }
        }
    }

    /** Writes a text, filled up with spaces to a width (-1: as it is). */
    void put(String content, int width, boolean left) {
        if (!isKept()) {
            return;
        }
        if (text == null) {
            try {
                putElsewhere(content, width, left);
            } catch (IOException exception) {
                trouble = exception;
            }
            return;
        }
        int spaces = width < 0 ? 0 : width - content.length();
        if (left) {
            text.append(content);
        }
        for (int i = 0; i < spaces; i++) {
            text.append(' ');
        }
        if (!left) {
            text.append(content);
        }
    }

    private void putElsewhere(String content, int width, boolean left) throws IOException {
        int spaces = width < 0 ? 0 : width - content.length();
        if (left) {
            other.append(content);
        }
        for (int i = 0; i < spaces; i++) {
            other.append(' ');
        }
        if (!left) {
            other.append(content);
        }
    }
}
