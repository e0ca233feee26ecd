//! The Gregorian calendar: days counted from 1970-01-01 and the dates that they are.

/// The seconds of a day.
pub(crate) const DAY: i64 = 86_400;

/// A date and a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Civil {
    /// The year; year 0 is before year 1.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
    /// The day of the year, from 1.
    pub day_of_year: i64,
    /// The day of the week; Sunday is 0.
    pub weekday: i64,
    /// From 0 to 23.
    pub hour: i64,
    /// From 0 to 59.
    pub minute: i64,
    /// From 0 to 59.
    pub second: i64,
}

impl Civil {
    /// The date and the time of day, given the seconds since 1970-01-01T00:00:00 on the same clock.
    pub(crate) fn from_seconds(seconds: i64) -> Self {
        let days = seconds.div_euclid(DAY);
        let rest = seconds.rem_euclid(DAY);
        let (year, month, day) = date_of(days);
        Self {
            year,
            month,
            day,
            day_of_year: days - days_to(year, 1, 1) + 1,
            // 1970-01-01 was a Thursday.
            weekday: (days + 4).rem_euclid(7),
            hour: rest / 3600,
            minute: rest / 60 % 60,
            second: rest % 60,
        }
    }
}

/// Days in a month (from 1) of a year.
pub(crate) const fn days_in(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date.
///
/// The algorithm counts years from March, so that the leap day is a year's last day. An era is 400 years: the
/// calendar repeats after each.
pub(crate) const fn days_to(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The year, month and day that are `days` days after 1970-01-01: the inverse of [`days_to`].
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use time::Date;

    use super::*;

    /// Every day of the years 0 to 9999 against the crate `time`.
    #[test]
    fn days_are_the_dates_of_the_library() {
        let mut date = Date::from_ordinal_date(0, 1).expect("a date");
        let first = days_to(0, 1, 1);
        for days in first..=days_to(9999, 12, 31) {
            let (year, month, day) = (i64::from(date.year()), date.month(), i64::from(date.day()));
            let civil = Civil::from_seconds(days * DAY + 3_661);
            assert_eq!(
                (civil.year, civil.month, civil.day),
                (year, i64::from(u8::from(month)), day)
            );
            assert_eq!(civil.day_of_year, i64::from(date.ordinal()));
            assert_eq!(
                civil.weekday,
                i64::from(date.weekday().number_days_from_sunday())
            );
            assert_eq!((civil.hour, civil.minute, civil.second), (1, 1, 1));
            assert_eq!(days_to(civil.year, civil.month, civil.day), days);
            assert_eq!(
                days_in(civil.year, civil.month),
                i64::from(month.length(date.year()))
            );
            date = date.next_day().unwrap_or(date);
        }
        assert_eq!(date, Date::MAX);
    }

    #[test]
    fn days_beyond_four_digits() {
        let after = Civil::from_seconds(days_to(9999, 12, 31) * DAY + DAY);
        assert_eq!((after.year, after.month, after.day), (10_000, 1, 1));
        let before = Civil::from_seconds(days_to(0, 1, 1) * DAY - 1);
        assert_eq!(
            (before.year, before.month, before.day, before.hour),
            (-1, 12, 31, 23)
        );
    }
}
