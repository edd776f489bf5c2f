package sun.util.locale.provider;

import java.text.spi.NumberFormatProvider;
import java.util.Locale;

/** Where the JDK looks for what depends on a locale: here only patterns of numbers. */
public class LocaleProviderAdapter {
    private static final LocaleProviderAdapter ONLY = new LocaleProviderAdapter();

    private LocaleProviderAdapter() {}

    public static LocaleProviderAdapter getAdapter(Class<?> provider, Locale locale) {
        return ONLY;
    }

    public static LocaleProviderAdapter getResourceBundleBased() {
        return ONLY;
    }

    public static LocaleProviderAdapter forJRE() {
        return ONLY;
    }

    public LocaleResources getLocaleResources(Locale locale) {
        return new LocaleResources(locale);
    }

    public NumberFormatProvider getNumberFormatProvider() {
        return new Numbers();
    }
}
