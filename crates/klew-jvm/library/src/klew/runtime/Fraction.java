package klew.runtime;

import java.math.BigDecimal;

/** `%e`, `%f`, `%g` and `%a` of a number that is not negative, with the sign that it had. */
final class Fraction {
    private static final int HALF_UP = 4;

    private final Directive directive;
    private final Format to;
    private final boolean negative;
    /** The digits without leading zeros ("0" for zero); the value is `0.d1d2d3… * 10^exponent`. */
    private char[] digits;
    private int count;
    private int exponent;

    Fraction(Directive directive, Format to, boolean negative) {
        this.directive = directive;
        this.to = to;
        this.negative = negative;
    }

    void print(double value) {
        int precision = directive.precision;
        switch (directive.conversion) {
            case 'a':
                hexadecimal(value);
                break;
            case 'e':
                digitsOf(value);
                scientific(precision < 0 ? 6 : precision, value == 0);
                break;
            case 'f':
                digitsOf(value);
                plain(precision < 0 ? 6 : precision);
                break;
            default:
                digitsOf(value);
                general(precision < 0 ? 6 : precision == 0 ? 1 : precision, value == 0);
        }
    }

    /** The digits are those of `Double.toString`. */
    private void digitsOf(double value) {
        String text = Double.toString(value);
        int end = text.indexOf('E');
        int power = end < 0 ? 0 : Integer.parseInt(text.substring(end + 1));
        int length = end < 0 ? text.length() : end;
        char[] all = new char[length];
        int made = 0;
        int point = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == '.') {
                point = i;
            } else {
                all[made] = c;
                made++;
            }
        }
        set(all, made, point + power);
    }

    private void set(char[] all, int made, int point) {
        int leading = 0;
        while (leading < made - 1 && all[leading] == '0') {
            leading++;
        }
        digits = new char[made - leading + 1];
        count = made - leading;
        exponent = point - leading;
        for (int i = 0; i < count; i++) {
            digits[i] = all[leading + i];
        }
        while (count > 1 && digits[count - 1] == '0') {
            count--;
        }
        if (count == 1 && digits[0] == '0') {
            exponent = 1;
        }
    }

    /** Keeps so many digits, rounded half up. */
    private void round(int keep) {
        if (keep >= count) {
            return;
        }
        boolean up = keep >= 0 && digits[keep] >= '5';
        count = Math.max(keep, 0);
        int i = count - 1;
        while (up && i >= 0) {
            if (digits[i] == '9') {
                digits[i] = '0';
                i--;
            } else {
                digits[i]++;
                up = false;
            }
        }
        if (up) {
            digits[0] = '1';
            for (int k = 1; k <= count; k++) {
                digits[k] = '0';
            }
            count = Math.max(count, 1);
            exponent++;
        } else if (count == 0) {
            digits[0] = '0';
            count = 1;
            exponent = 1;
        }
    }

    private char digit(int index) {
        return index >= 0 && index < count ? digits[index] : '0';
    }

    private void plain(int places) {
        round(exponent + places);
        StringBuilder text = new StringBuilder();
        for (int i = Math.min(0, exponent - 1); i < exponent; i++) {
            text.append(digit(i));
        }
        if (exponent <= 0) {
            text.setLength(0);
            text.append('0');
        }
        if (places > 0 || directive.has(Directive.ALTERNATE)) {
            text.append('.');
        }
        for (int i = 0; i < places; i++) {
            text.append(digit(exponent + i));
        }
        directive.putNumber(to, negative, text.toString(), "", true);
    }

    private void scientific(int places, boolean isZero) {
        round(places + 1);
        StringBuilder text = new StringBuilder().append(digit(0));
        if (places > 0 || directive.has(Directive.ALTERNATE)) {
            text.append('.');
        }
        for (int i = 1; i <= places; i++) {
            text.append(digit(i));
        }
        putScientific(text.toString(), isZero ? 0 : exponent - 1);
    }

    private void putScientific(String mantissa, int power) {
        StringBuilder text = new StringBuilder().append(directive.has(Directive.UPPER) ? 'E' : 'e');
        text.append(power < 0 ? '-' : '+');
        int size = Math.abs(power);
        if (size < 10) {
            text.append('0');
        }
        directive.putNumber(to, negative, mantissa, text.append(size).toString(), true);
    }

    private void general(int places, boolean isZero) {
        if (isZero) {
            plain(places - 1);
            return;
        }
        round(places);
        if (exponent - 1 >= -4 && exponent - 1 < places) {
            plain(places - exponent);
        } else {
            scientific(places - 1, false);
        }
    }

    private void hexadecimal(double value) {
        int places = directive.precision == 0 ? 1 : directive.precision;
        String text = Hexadecimal.of(value, places);
        boolean upper = directive.has(Directive.UPPER);
        int power = text.indexOf('p');
        StringBuilder mantissa = new StringBuilder(text.substring(2, power));
        int shown = mantissa.length() - 2;
        for (int i = shown; i < places; i++) {
            mantissa.append('0');
        }
        StringBuilder zeros = new StringBuilder("0x");
        if (directive.has(Directive.ZERO)) {
            boolean sign = negative || directive.has(Directive.PLUS) || directive.has(Directive.SPACE);
            int missing = directive.width - (text.length() - 2) - (sign ? 3 : 2);
            for (int i = 0; i < missing; i++) {
                zeros.append('0');
            }
            directive.flags &= ~Directive.ZERO;
        }
        String all = zeros.append(mantissa).append(text, power, text.length()).toString();
        directive.putNumber(to, negative, upper ? all.toUpperCase() : all, "", false);
    }

    void print(BigDecimal value) {
        int precision = directive.precision;
        switch (directive.conversion) {
            case 'e':
                bigScientific(value, precision < 0 ? 6 : precision);
                break;
            case 'f':
                bigPlain(value, precision < 0 ? 6 : precision);
                break;
            default:
                bigGeneral(value, precision < 0 ? 6 : precision == 0 ? 1 : precision);
        }
    }

    private void bigPlain(BigDecimal value, int places) {
        String text = value.setScale(places, HALF_UP).toPlainString();
        boolean point = places == 0 && directive.has(Directive.ALTERNATE);
        directive.putNumber(to, negative, point ? text + "." : text, "", true);
    }

    private static BigDecimal rounded(BigDecimal value, int digits) {
        BigDecimal rounded = value;
        while (rounded.precision() > digits) {
            rounded = rounded.setScale(rounded.scale() - (rounded.precision() - digits), HALF_UP);
        }
        return rounded;
    }

    private void bigScientific(BigDecimal value, int places) {
        BigDecimal rounded = rounded(value, places + 1);
        String all = rounded.unscaledValue().toString();
        int power = all.length() - 1 - rounded.scale();
        StringBuilder text = new StringBuilder().append(all.charAt(0));
        if (places > 0 || directive.has(Directive.ALTERNATE)) {
            text.append('.');
        }
        for (int i = 1; i <= places; i++) {
            text.append(i < all.length() ? all.charAt(i) : '0');
        }
        putScientific(text.toString(), power);
    }

    private void bigGeneral(BigDecimal exact, int places) {
        BigDecimal value = rounded(exact, places);
        int power = value.precision() - 1 - value.scale();
        boolean isZero = value.signum() == 0;
        if (isZero && value.scale() == 0 || !isZero && power >= -4 && power < places) {
            bigPlain(value, places - power - 1);
        } else {
            bigScientific(value, places - 1);
        }
    }
}
