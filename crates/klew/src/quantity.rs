//! Durations and sizes on the command line: `20s`, `2m`, `1.5h`, `500ms`; `2G`, `512M`.

use std::time::Duration;

/// A duration: a number and `ms`, `s`, `m` or `h`; seconds without a unit.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let factor = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; ms, s, m and h are")),
    };
    let seconds = positive(number)? * factor;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// A size in bytes: a number and `K`, `M`, `G` or `T` (powers of 1024, `B` and `iB` may follow); bytes
/// without a unit.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let upper = unit.to_ascii_uppercase();
    let letter = upper.strip_suffix("IB").or(upper.strip_suffix('B')).unwrap_or(&upper);
    let factor = match letter {
        "" => 0,
        "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return Err(format!("`{unit}` is no unit of memory; K, M, G and T are")),
    };
    Ok((positive(number)? * 1024f64.powi(factor)) as u64)
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

fn positive(number: &str) -> Result<f64, String> {
    match number.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("a number greater than 0 is needed, like 20s or 2G".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_duration(text: &str, want: Option<u64>) {
        assert_eq!(parse_duration(text).ok().map(|d| d.as_millis() as u64), want, "{text}");
    }

    fn check_size(text: &str, want: Option<u64>) {
        assert_eq!(parse_size(text).ok(), want, "{text}");
    }

    #[test]
    fn durations() {
        check_duration("20s", Some(20_000));
        check_duration("20", Some(20_000));
        check_duration("2m", Some(120_000));
        check_duration("1.5h", Some(5_400_000));
        check_duration("500ms", Some(500));
        for bad in ["", "s", "0s", "-1s", "5x", "1e9999", "."] {
            check_duration(bad, None);
        }
    }

    #[test]
    fn sizes() {
        check_size("2G", Some(2 << 30));
        check_size("512MiB", Some(512 << 20));
        check_size("64kb", Some(64 << 10));
        check_size("1000", Some(1000));
        for bad in ["", "G", "0", "5Q", "-1G"] {
            check_size(bad, None);
        }
    }
}
