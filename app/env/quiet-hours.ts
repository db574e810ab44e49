/** Daily hours in German time without reminders of non-urgent requests; `from` may be later than `to`. */
export interface QuietHours {
  /** Minutes after midnight. */
  from: number;
  to: number;
}

const msPerMinute = 60_000;
const minutesPerDay = 24 * 60;

/** Parses `22:00-07:00`; undefined if malformed. */
export function parseQuietHours(text: string): QuietHours | undefined {
  const [, ...parts] = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(text) ?? [];
  const [h1 = NaN, m1 = NaN, h2 = NaN, m2 = NaN] = parts.map(Number);
  const hours = { from: h1 * 60 + m1, to: h2 * 60 + m2 };
  const isValid = [h1, h2].every((hour) => hour < 24) && [m1, m2].every((minute) => minute < 60);
  return isValid && hours.from !== hours.to ? hours : undefined;
}

/**
 * Adds a number of minutes to a time, counting only minutes outside the quiet hours.
 * @param start Unix time (ms)
 * @returns Unix time (ms)
 */
export function addWakingMinutes(start: number, minutes: number, quiet: QuietHours | undefined): number {
  if (!quiet) return start + minutes * msPerMinute;
  const quietMinutes = (quiet.to - quiet.from + minutesPerDay) % minutesPerDay;
  let time = start;
  let remaining = minutes * msPerMinute;
  for (;;) {
    // In steps of at most one hour, because the clock may change during the night.
    const sinceQuietStart = (minuteOfDay(time) - quiet.from + minutesPerDay) % minutesPerDay;
    if (sinceQuietStart < quietMinutes) {
      time += Math.ceil(Math.min(quietMinutes - sinceQuietStart, 60) * msPerMinute);
      continue;
    }
    const msUntilQuiet = Math.ceil((minutesPerDay - sinceQuietStart) * msPerMinute);
    if (remaining <= msUntilQuiet) return time + remaining;
    time += msUntilQuiet;
    remaining -= msUntilQuiet;
  }
}

const berlin = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Returns the minutes since midnight in German time, with seconds as a fraction. */
function minuteOfDay(time: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = berlin.format(time).split(':').map(Number);
  return hours * 60 + minutes + seconds / 60;
}
