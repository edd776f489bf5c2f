package java.util;

import klew.runtime.Intrinsics;

/** A language, a country and a variant; names in the language of a locale are unsupported. */
public final class Locale implements Cloneable, java.io.Serializable {
    public static final Locale ENGLISH = new Locale("en");
    public static final Locale FRENCH = new Locale("fr");
    public static final Locale GERMAN = new Locale("de");
    public static final Locale ITALIAN = new Locale("it");
    public static final Locale JAPANESE = new Locale("ja");
    public static final Locale KOREAN = new Locale("ko");
    public static final Locale CHINESE = new Locale("zh");
    public static final Locale SIMPLIFIED_CHINESE = new Locale("zh", "CN");
    public static final Locale TRADITIONAL_CHINESE = new Locale("zh", "TW");
    public static final Locale FRANCE = new Locale("fr", "FR");
    public static final Locale GERMANY = new Locale("de", "DE");
    public static final Locale ITALY = new Locale("it", "IT");
    public static final Locale JAPAN = new Locale("ja", "JP");
    public static final Locale KOREA = new Locale("ko", "KR");
    public static final Locale UK = new Locale("en", "GB");
    public static final Locale US = new Locale("en", "US");
    public static final Locale CANADA = new Locale("en", "CA");
    public static final Locale CANADA_FRENCH = new Locale("fr", "CA");
    public static final Locale CHINA = SIMPLIFIED_CHINESE;
    public static final Locale PRC = SIMPLIFIED_CHINESE;
    public static final Locale TAIWAN = TRADITIONAL_CHINESE;
    public static final Locale ROOT = new Locale("");
    public static final char PRIVATE_USE_EXTENSION = 'x';
    public static final char UNICODE_LOCALE_EXTENSION = 'u';
    private static final Locale[] CONSTANTS = {
        ENGLISH, FRENCH, GERMAN, ITALIAN, JAPANESE, KOREAN, CHINESE, SIMPLIFIED_CHINESE, TRADITIONAL_CHINESE, FRANCE,
        GERMANY, ITALY, JAPAN, KOREA, UK, US, CANADA, CANADA_FRENCH, ROOT,
    };

    /** What a locale is used for. */
    public enum Category {
        DISPLAY, FORMAT
    }

    private static Locale general = US;
    private static Locale display = US;
    private static Locale format = US;

    private final String language;
    private final String country;
    private final String variant;

    public Locale(String language) {
        this(language, "", "");
    }

    public Locale(String language, String country) {
        this(language, country, "");
    }

    public Locale(String language, String country, String variant) {
        if (language == null || country == null || variant == null) {
            throw new NullPointerException();
        }
        if (variant.equals("JP") || variant.equals("TH")) {
            throw Intrinsics.unsupported("locales with calendars or digits of their own");
        }
        String lower = cased(language, 'A', 'Z');
        this.language = lower.equals("iw") ? "he" : lower.equals("in") ? "id" : lower.equals("ji") ? "yi" : lower;
        this.country = cased(country, 'a', 'z');
        this.variant = variant;
    }

    /** The other case of letters of that range. */
    private static String cased(String text, char first, char last) {
        char[] content = text.toCharArray();
        for (int i = 0; i < content.length; i++) {
            if (content[i] >= first && content[i] <= last) {
                content[i] ^= ' ';
            }
        }
        return new String(content);
    }

    public static Locale of(String language) {
        return of(language, "", "");
    }

    public static Locale of(String language, String country) {
        return of(language, country, "");
    }

    public static Locale of(String language, String country, String variant) {
        return constant(new Locale(language, country, variant));
    }

    private static Locale constant(Locale made) {
        for (Locale known : CONSTANTS) {
            if (known.equals(made)) {
                return known;
            }
        }
        return made;
    }

    public static Locale getDefault() {
        return general;
    }

    public static Locale getDefault(Category category) {
        return category.ordinal() == 0 ? display : format;
    }

    /** Letters are not changed between cases in the way of these languages. */
    private static void checkDefault(Locale next) {
        if (next == null) {
            throw new NullPointerException("Can't set default locale to NULL");
        }
        String name = next.language;
        if (name.equals("tr") || name.equals("az") || name.equals("lt")) {
            throw Intrinsics.unsupported("Locale.setDefault to Turkish, Azerbaijani or Lithuanian");
        }
    }

    public static synchronized void setDefault(Locale next) {
        checkDefault(next);
        general = next;
        display = next;
        format = next;
    }

    public static synchronized void setDefault(Category category, Locale next) {
        if (category == null) {
            throw new NullPointerException("Category cannot be NULL");
        }
        checkDefault(next);
        if (category.ordinal() == 0) {
            display = next;
        } else {
            format = next;
        }
    }

    public String getLanguage() {
        return language;
    }

    public String getCountry() {
        return country;
    }

    public String getVariant() {
        return variant;
    }

    public String getScript() {
        return "";
    }

    public boolean hasExtensions() {
        return false;
    }

    public Locale stripExtensions() {
        return this;
    }

    public Set<Character> getExtensionKeys() {
        return Collections.emptySet();
    }

    public String getExtension(char key) {
        boolean good = key >= '0' && key <= '9' || key >= 'a' && key <= 'z' || key >= 'A' && key <= 'Z';
        if (!good) {
            throw new IllegalArgumentException("Ill-formed extension key: " + key);
        }
        return null;
    }

    public Set<String> getUnicodeLocaleAttributes() {
        return Collections.emptySet();
    }

    public Set<String> getUnicodeLocaleKeys() {
        return Collections.emptySet();
    }

    public String getUnicodeLocaleType(String key) {
        if (key.length() != 2) {
            throw new IllegalArgumentException("Ill-formed Unicode locale key: " + key);
        }
        return null;
    }

    private static boolean isLetters(String text, int least, int most) {
        int length = text.length();
        boolean good = length >= least && length <= most;
        for (int i = 0; good && i < length; i++) {
            char c = text.charAt(i);
            good = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
        }
        return good;
    }

    public static Locale forLanguageTag(String tag) {
        if (tag.isEmpty()) {
            return ROOT;
        }
        int dash = tag.indexOf('-');
        String first = dash < 0 ? tag : tag.substring(0, dash);
        String second = dash < 0 ? "" : tag.substring(dash + 1);
        if (!isLetters(first, 2, 3) || dash >= 0 && !isLetters(second, 2, 2)) {
            throw Intrinsics.unsupported("Locale.forLanguageTag with more than a language and a country");
        }
        return of(first.equalsIgnoreCase("und") ? "" : first, second);
    }

    public String toLanguageTag() {
        boolean plain = variant.isEmpty() && (country.isEmpty() || isLetters(country, 2, 2))
                && (language.isEmpty() || isLetters(language, 2, 3));
        if (!plain) {
            throw Intrinsics.unsupported("Locale.toLanguageTag with more than a language and a country");
        }
        String first = language.isEmpty() ? "und" : language;
        return country.isEmpty() ? first : first + "-" + country;
    }

    @Override
    public String toString() {
        if (language.isEmpty() && country.isEmpty()) {
            return "";
        }
        String text = country.isEmpty() && variant.isEmpty() ? language : language + "_" + country;
        return variant.isEmpty() ? text : text + "_" + variant;
    }

    @Override
    public Object clone() {
        return new Locale(language, country, variant);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * language.hashCode()) + country.hashCode()) + variant.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Locale && language.equals(((Locale) other).language)
                && country.equals(((Locale) other).country) && variant.equals(((Locale) other).variant);
    }
}
