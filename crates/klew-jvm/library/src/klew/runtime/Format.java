package klew.runtime;

import java.util.DuplicateFormatFlagsException;
import java.util.FormatFlagsConversionMismatchException;
import java.util.IllegalFormatConversionException;
import java.util.MissingFormatArgumentException;
import java.util.UnknownFormatConversionException;

/** `String.format` with `%d %s %c %b %x %X %o %h %n %% %f`, width, precision and the flags `-`, `0`, `+`, `,`. */
public final class Format {
    private final String format;
    private final Object[] arguments;
    /** Null where only exceptions matter. */
    private final StringBuilder result;
    private int at;
    private int ordinary;
    private boolean left;
    private boolean zero;
    private boolean plus;
    private boolean comma;
    private int width;
    private int precision;

    private Format(String format, Object[] arguments, StringBuilder result) {
        this.format = format;
        this.arguments = arguments;
        this.result = result;
    }

    public static String format(String format, Object[] arguments) {
        StringBuilder result = new StringBuilder();
        new Format(format, arguments, result).run();
        return result.toString();
    }

    /** Throws what `format` would throw. */
    public static void check(String format, Object[] arguments) {
        new Format(format, arguments, null).run();
    }

    private void run() {
        int length = format.length();
        while (at < length) {
            char c = format.charAt(at);
            at++;
            if (c == '%') {
                directive(length);
            } else if (result != null) {
                result.append(c);
            }
        }
    }

    private char next(int length) {
        if (at >= length) {
            throw new UnknownFormatConversionException("%");
        }
        char c = format.charAt(at);
        at++;
        return c;
    }

    private void directive(int length) {
        left = false;
        zero = false;
        plus = false;
        comma = false;
        width = 0;
        precision = -1;
        int index = -1;
        char c = next(length);
        int start = at;
        int number = 0;
        while (c >= '0' && c <= '9' && !(number == 0 && c == '0')) {
            number = number * 10 + c - '0';
            c = next(length);
        }
        if (c == '$') {
            index = number - 1;
            c = next(length);
        } else if (number > 0) {
            width = number;
        } else {
            at = start;
        }
        while (width == 0 && (c == '-' || c == '0' || c == '+' || c == ',' || c == ' ' || c == '#' || c == '(')) {
            flag(c);
            c = next(length);
        }
        while (c >= '0' && c <= '9') {
            width = width * 10 + c - '0';
            c = next(length);
        }
        if (c == '.') {
            precision = 0;
            c = next(length);
            while (c >= '0' && c <= '9') {
                precision = precision * 10 + c - '0';
                c = next(length);
            }
        }
        convert(c, index);
    }

    private void flag(char c) {
        if (c == '-' ? left : c == '0' ? zero : c == '+' ? plus : comma) {
            throw new DuplicateFormatFlagsException(String.valueOf(c));
        }
        switch (c) {
            case '-':
                left = true;
                break;
            case '0':
                zero = true;
                break;
            case '+':
                plus = true;
                break;
            case ',':
                comma = true;
                break;
            default:
                throw Intrinsics.unsupported("String.format with the flag ' ', '#' or '('");
        }
    }

    private void convert(char conversion, int index) {
        if (conversion == 'n') {
            add("\n");
            return;
        }
        if (conversion == '%') {
            pad("%");
            return;
        }
        if ("dsScCbBxXohHfeEgGaAt".indexOf(conversion) < 0) {
            throw new UnknownFormatConversionException(String.valueOf(conversion));
        }
        int which = index;
        if (which < 0) {
            which = ordinary;
            ordinary++;
        }
        if (arguments != null && which >= arguments.length) {
            throw new MissingFormatArgumentException("%" + conversion);
        }
        Object argument = arguments == null ? null : arguments[which];
        switch (conversion) {
            case 's':
                text(argument == null ? "null" : describe(argument));
                break;
            case 'S':
                text((argument == null ? "null" : describe(argument)).toUpperCase());
                break;
            case 'b':
            case 'B':
                boolean truth = argument instanceof Boolean ? ((Boolean) argument).booleanValue() : argument != null;
                text(conversion == 'B' ? (truth ? "TRUE" : "FALSE") : truth ? "true" : "false");
                break;
            case 'c':
            case 'C':
                character(conversion, argument);
                break;
            case 'h':
                text(argument == null ? "null" : Integer.toHexString(argument.hashCode()));
                break;
            case 'd':
                decimal(argument);
                break;
            case 'x':
            case 'X':
            case 'o':
                bits(conversion, argument);
                break;
            case 'f':
                fraction(argument);
                break;
            default:
                throw Intrinsics.unsupported("String.format with %e, %g, %a, %t or %H");
        }
    }

    private String describe(Object argument) {
        if (result == null && argument instanceof Number) {
            return "";
        }
        if (argument instanceof java.util.Formattable) {
            throw Intrinsics.unsupported("String.format of a Formattable");
        }
        String text = argument.toString();
        return text == null ? "null" : text;
    }

    private void text(String text) {
        pad(precision >= 0 && precision < text.length() ? text.substring(0, precision) : text);
    }

    private void character(char conversion, Object argument) {
        String text;
        if (argument == null) {
            text = "null";
        } else if (argument instanceof Character) {
            text = argument.toString();
        } else if (argument instanceof Byte || argument instanceof Short || argument instanceof Integer) {
            text = Character.toString(((Number) argument).intValue());
        } else {
            throw new IllegalFormatConversionException(conversion, argument.getClass());
        }
        pad(conversion == 'C' ? text.toUpperCase() : text);
    }

    private static boolean isWhole(Object argument) {
        return argument instanceof Integer || argument instanceof Long || argument instanceof Short
                || argument instanceof Byte;
    }

    private void decimal(Object argument) {
        if (argument == null) {
            pad("null");
            return;
        }
        if (argument instanceof java.math.BigInteger) {
            throw Intrinsics.unsupported("String.format of a BigInteger");
        }
        if (!isWhole(argument)) {
            throw new IllegalFormatConversionException('d', argument.getClass());
        }
        if (precision >= 0) {
            throw Intrinsics.unsupported("String.format with a precision for %d");
        }
        if (result != null) {
            String digits = Long.toString(((Number) argument).longValue());
            boolean negative = digits.charAt(0) == '-';
            number(negative, group(negative ? digits.substring(1) : digits));
        }
    }

    private String group(String digits) {
        if (!comma) {
            return digits;
        }
        StringBuilder grouped = new StringBuilder();
        int length = digits.length();
        for (int i = 0; i < length; i++) {
            if (i > 0 && (length - i) % 3 == 0) {
                grouped.append(',');
            }
            grouped.append(digits.charAt(i));
        }
        return grouped.toString();
    }

    private void number(boolean negative, String digits) {
        String sign = negative ? "-" : plus ? "+" : "";
        StringBuilder text = new StringBuilder(sign);
        if (zero) {
            for (int i = sign.length() + digits.length(); i < width; i++) {
                text.append('0');
            }
        }
        pad(text.append(digits).toString());
    }

    private void bits(char conversion, Object argument) {
        if (argument == null) {
            pad("null");
            return;
        }
        if (!isWhole(argument)) {
            throw new IllegalFormatConversionException(conversion, argument.getClass());
        }
        if (comma || plus) {
            throw new FormatFlagsConversionMismatchException(comma ? "," : "+", conversion);
        }
        if (result == null) {
            return;
        }
        long value = ((Number) argument).longValue();
        if (argument instanceof Integer) {
            value = value & 0xffffffffL;
        } else if (argument instanceof Short) {
            value = value & 0xffffL;
        } else if (argument instanceof Byte) {
            value = value & 0xffL;
        }
        String digits = conversion == 'o' ? Long.toOctalString(value) : Long.toHexString(value);
        number(false, conversion == 'X' ? digits.toUpperCase() : digits);
    }

    private void fraction(Object argument) {
        if (argument == null) {
            pad("null");
            return;
        }
        if (argument instanceof java.math.BigDecimal) {
            throw Intrinsics.unsupported("String.format of a BigDecimal");
        }
        if (!(argument instanceof Double) && !(argument instanceof Float)) {
            throw new IllegalFormatConversionException('f', argument.getClass());
        }
        if (result == null) {
            return;
        }
        double value = ((Number) argument).doubleValue();
        if (value != value || Double.isInfinite(value)) {
            zero = false;
            number(value < 0, value != value ? "NaN" : "Infinity");
            return;
        }
        String text = argument instanceof Float ? Float.toString(Intrinsics.abs(((Float) argument).floatValue()))
                : Double.toString(Intrinsics.abs(value));
        number(Double.doubleToRawLongBits(value) < 0, rounded(text, precision < 0 ? 6 : precision));
    }

    /** Decimal digits rounded half up to so many places; the digits are those of `Double.toString`. */
    private String rounded(String text, int places) {
        if (text.indexOf('E') >= 0) {
            throw Intrinsics.unsupported("String.format with %f of a very large or small number");
        }
        int point = text.indexOf('.');
        char[] digits = new char[point + 1 + places];
        digits[0] = '0';
        for (int i = 1; i < digits.length; i++) {
            int from = i <= point ? i - 1 : i;
            digits[i] = from < text.length() ? text.charAt(from) : '0';
        }
        int following = point + places + 1;
        int carry = following < text.length() && text.charAt(following) >= '5' ? 1 : 0;
        for (int i = digits.length - 1; i >= 0; i--) {
            int digit = digits[i] - '0' + carry;
            carry = digit / 10;
            digits[i] = (char) ('0' + digit % 10);
        }
        int start = digits[0] == '0' ? 1 : 0;
        String whole = group(new String(digits, start, point + 1 - start));
        return places == 0 ? whole : whole + "." + new String(digits, point + 1, places);
    }

    private void pad(String text) {
        if (result == null) {
            return;
        }
        if (!left) {
            spaces(width - text.length());
        }
        result.append(text);
        if (left) {
            spaces(width - text.length());
        }
    }

    private void spaces(int count) {
        for (int i = 0; i < count; i++) {
            result.append(' ');
        }
    }

    private void add(String text) {
        if (result != null) {
            result.append(text);
        }
    }
}
