package sun.util.locale.provider;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.text.spi.NumberFormatProvider;
import java.util.Locale;
import klew.runtime.Intrinsics;
import klew.runtime.Separators;

/** The formats of numbers in a locale. */
final class Numbers extends NumberFormatProvider {
    private static DecimalFormat of(String pattern, Locale locale) {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(locale));
    }

    @Override
    public NumberFormat getNumberInstance(Locale locale) {
        return of("#,##0.###", locale);
    }

    @Override
    public NumberFormat getIntegerInstance(Locale locale) {
        DecimalFormat format = of("#,##0.###", locale);
        format.setMaximumFractionDigits(0);
        format.setDecimalSeparatorAlwaysShown(false);
        format.setParseIntegerOnly(true);
        return format;
    }

    @Override
    public NumberFormat getPercentInstance(Locale locale) {
        if (Separators.decimal(locale) != '.') {
            throw Intrinsics.unsupported("NumberFormat.getPercentInstance in this locale");
        }
        return of("#,##0%", locale);
    }

    @Override
    public NumberFormat getCurrencyInstance(Locale locale) {
        throw Intrinsics.unsupported("NumberFormat.getCurrencyInstance");
    }

    @Override
    public NumberFormat getCompactNumberInstance(Locale locale, NumberFormat.Style style) {
        throw Intrinsics.unsupported("NumberFormat.getCompactNumberInstance");
    }

    @Override
    public Locale[] getAvailableLocales() {
        throw Intrinsics.unsupported("NumberFormat.getAvailableLocales");
    }
}
