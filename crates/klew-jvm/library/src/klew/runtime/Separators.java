package klew.runtime;

import java.util.Locale;

/** The decimal and grouping separators of the locales that are known; others are unsupported. */
public final class Separators {
    private Separators() {}

    public static char decimal(Locale locale) {
        return kind(locale) == 0 ? '.' : ',';
    }

    public static char grouping(Locale locale) {
        int kind = kind(locale);
        return kind == 0 ? ',' : kind == 1 ? '.' : '\u202f';
    }

    private static boolean isLikeEnglish(String country) {
        for (String known : new String[] {"", "US", "GB", "CA", "AU", "IE", "NZ"}) {
            if (known.equals(country)) {
                return true;
            }
        }
        return false;
    }

    /** 0 as in English, 1 as in German, 2 as in French. */
    private static int kind(Locale locale) {
        if (locale == null) {
            return 0;
        }
        String language = locale.getLanguage();
        String country = locale.getCountry();
        if (language.isEmpty() && country.isEmpty()) {
            return 0;
        }
        if (language.equals("en") && isLikeEnglish(country)) {
            return 0;
        }
        if (language.equals("ja") || language.equals("ko") || language.equals("zh")) {
            return 0;
        }
        if (language.equals("de") && (country.isEmpty() || country.equals("DE"))
                || language.equals("it") && (country.isEmpty() || country.equals("IT"))) {
            return 1;
        }
        if (language.equals("fr") && (country.isEmpty() || country.equals("FR"))) {
            return 2;
        }
        throw Intrinsics.unsupported("numbers in a locale other than en, ja, ko, zh, de, it or fr");
    }

    /** Puts the separators of a locale into digits with or without a point. */
    static String localized(Locale locale, String digits, boolean grouped) {
        int point = digits.indexOf('.');
        if (point < 0 && !grouped) {
            return digits;
        }
        int whole = point < 0 ? digits.length() : point;
        StringBuilder text = new StringBuilder();
        char separator = grouped ? grouping(locale) : ' ';
        for (int i = 0; i < whole; i++) {
            if (grouped && i > 0 && (whole - i) % 3 == 0) {
                text.append(separator);
            }
            text.append(digits.charAt(i));
        }
        if (point >= 0) {
            text.append(decimal(locale)).append(digits, point + 1, digits.length());
        }
        return text.toString();
    }
}
