package sun.util.locale.provider;

import java.util.Locale;
import klew.runtime.Separators;

/** The patterns of numbers in a locale. */
public class LocaleResources {
    private final Locale locale;

    LocaleResources(Locale locale) {
        this.locale = locale;
    }

    /** For numbers, money and shares of a hundred. */
    public String[] getNumberPatterns() {
        Separators.decimal(locale);
        return new String[] {"#,##0.###", "\u00a4#,##0.00", "#,##0%"};
    }
}
