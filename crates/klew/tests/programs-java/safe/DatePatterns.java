// Dates as text, by ISO formats and by patterns.
import java.time.*;
import java.time.temporal.*;
import java.time.format.*;
public class DatePatterns {
    public static void main(String[] a) {
        assert LocalDate.parse("2024-02-29").getDayOfYear()==60;
        assert LocalDate.of(2024,2,29).format(DateTimeFormatter.ISO_DATE).equals("2024-02-29");
        assert LocalDate.of(2024,2,29).format(DateTimeFormatter.ofPattern("dd/MM/yyyy")).equals("29/02/2024");
        assert LocalDate.parse("29/02/2024", DateTimeFormatter.ofPattern("dd/MM/yyyy")).getYear()==2024;
        assert LocalDateTime.parse("2024-01-02T03:04:05").getHour()==3;
        try {
            LocalDate.parse("2023-02-29");
            assert false;
        } catch (DateTimeParseException e) {
            assert e.getMessage().contains("2023-02-29");
        }
        try {
            LocalDate.of(2023,2,29);
            assert false;
        } catch (DateTimeException e) {
            assert e.getMessage().equals("Invalid date 'February 29' as '2023' is not a leap year");
        }
        try {
            LocalDate.of(2023,13,29);
            assert false;
        } catch (DateTimeException e) {
            assert e.getMessage().equals("Invalid value for MonthOfYear (valid values 1 - 12): 13");
        }
    }
}
