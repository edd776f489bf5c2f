package java.text;

import java.io.Serializable;
import java.util.Currency;
import java.util.Locale;
import java.util.Objects;
import klew.runtime.Intrinsics;
import klew.runtime.Separators;

/** The characters of numbers in a locale; currencies are unsupported. */
public class DecimalFormatSymbols implements Cloneable, Serializable {
    private final Locale locale;
    private char zeroDigit;
    private char groupingSeparator;
    private char decimalSeparator;
    private char perMill;
    private char percent;
    private char digit;
    private char patternSeparator;
    private char minusSign;
    private char monetaryDecimalSeparator;
    private char monetaryGroupingSeparator;
    private char exponentialSymbol;
    private String infinity;
    private String notANumber;
    private String exponentSeparator;
    private String perMillText;
    private String percentText;
    private String minusSignText;

    public DecimalFormatSymbols() {
        this(Locale.getDefault(Locale.Category.FORMAT));
    }

    public DecimalFormatSymbols(Locale locale) {
        if (locale == null) {
            throw Intrinsics.unsupported("DecimalFormatSymbols of no locale");
        }
        this.locale = Objects.requireNonNull(locale);
        this.zeroDigit = '0';
        this.groupingSeparator = Separators.grouping(locale);
        this.decimalSeparator = Separators.decimal(locale);
        this.perMill = '\u2030';
        this.percent = '%';
        this.digit = '#';
        this.patternSeparator = ';';
        this.minusSign = '-';
        this.monetaryDecimalSeparator = decimalSeparator;
        this.monetaryGroupingSeparator = groupingSeparator;
        this.exponentialSymbol = 'E';
        this.infinity = "\u221e";
        this.notANumber = "NaN";
        this.exponentSeparator = "E";
        this.perMillText = "\u2030";
        this.percentText = "%";
        this.minusSignText = "-";
    }

    public static final DecimalFormatSymbols getInstance() {
        return new DecimalFormatSymbols();
    }

    public static final DecimalFormatSymbols getInstance(Locale locale) {
        return new DecimalFormatSymbols(locale);
    }

    public Locale getLocale() {
        return locale;
    }

    public char getZeroDigit() {
        return zeroDigit;
    }

    public void setZeroDigit(char next) {
        zeroDigit = next;
    }

    public char getGroupingSeparator() {
        return groupingSeparator;
    }

    public void setGroupingSeparator(char next) {
        groupingSeparator = next;
    }

    public char getDecimalSeparator() {
        return decimalSeparator;
    }

    public void setDecimalSeparator(char next) {
        decimalSeparator = next;
    }

    public char getPerMill() {
        return perMill;
    }

    public void setPerMill(char next) {
        perMill = next;
        perMillText = Character.toString(next);
    }

    public char getPercent() {
        return percent;
    }

    public void setPercent(char next) {
        percent = next;
        percentText = Character.toString(next);
    }

    public char getDigit() {
        return digit;
    }

    public void setDigit(char next) {
        digit = next;
    }

    public char getPatternSeparator() {
        return patternSeparator;
    }

    public void setPatternSeparator(char next) {
        patternSeparator = next;
    }

    public char getMinusSign() {
        return minusSign;
    }

    public void setMinusSign(char next) {
        minusSign = next;
        minusSignText = Character.toString(next);
    }

    public char getMonetaryDecimalSeparator() {
        return monetaryDecimalSeparator;
    }

    public void setMonetaryDecimalSeparator(char next) {
        monetaryDecimalSeparator = next;
    }

    public char getMonetaryGroupingSeparator() {
        return monetaryGroupingSeparator;
    }

    public void setMonetaryGroupingSeparator(char next) {
        monetaryGroupingSeparator = next;
    }

    char getExponentialSymbol() {
        return exponentialSymbol;
    }

    void setExponentialSymbol(char next) {
        exponentialSymbol = next;
    }

    public String getInfinity() {
        return infinity;
    }

    public void setInfinity(String next) {
        infinity = next;
    }

    public String getNaN() {
        return notANumber;
    }

    public void setNaN(String next) {
        notANumber = next;
    }

    public String getExponentSeparator() {
        return exponentSeparator;
    }

    public void setExponentSeparator(String next) {
        exponentSeparator = Objects.requireNonNull(next);
    }

    String getPerMillText() {
        return perMillText;
    }

    String getPercentText() {
        return percentText;
    }

    String getMinusSignText() {
        return minusSignText;
    }

    public String getCurrencySymbol() {
        throw Intrinsics.unsupported("DecimalFormatSymbols: currencies");
    }

    public String getInternationalCurrencySymbol() {
        throw Intrinsics.unsupported("DecimalFormatSymbols: currencies");
    }

    public Currency getCurrency() {
        throw Intrinsics.unsupported("DecimalFormatSymbols: currencies");
    }

    @Override
    public Object clone() {
        try {
            return super.clone();
        } catch (CloneNotSupportedException exception) {
            throw new InternalError(exception);
        }
    }

    private String all() {
        return "" + zeroDigit + groupingSeparator + decimalSeparator + perMill + percent + digit + patternSeparator + minusSign + monetaryDecimalSeparator + monetaryGroupingSeparator + exponentialSymbol
                + infinity + '|' + notANumber + '|' + exponentSeparator + '|' + perMillText + '|' + percentText + '|' + minusSignText;
    }

    @Override
    public boolean equals(Object other) {
        return other != null && other.getClass() == getClass() && locale.equals(((DecimalFormatSymbols) other).locale)
                && all().equals(((DecimalFormatSymbols) other).all());
    }

    @Override
    public int hashCode() {
        throw Intrinsics.unsupported("DecimalFormatSymbols: currencies");
    }
}
