/** Daily hours without reminders of non-urgent requests, in German time; `from` may be later than `to`. */
export interface QuietHours {
  /** Minutes after midnight. */
  from: number;
  to: number;
}

const minute = 60_000;
const dayInMinutes = 24 * 60;

/** Parses `22:00-07:00`; undefined if malformed. */
export function parseQuietHours(text: string): QuietHours | undefined {
  const [, ...parts] = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(text) ?? [];
  const [h1 = NaN, m1 = NaN, h2 = NaN, m2 = NaN] = parts.map(Number);
  const hours = { from: h1 * 60 + m1, to: h2 * 60 + m2 };
  const isClock = [h1, h2].every((hour) => hour < 24) && [m1, m2].every((minute) => minute < 60);
  return isClock && hours.from !== hours.to ? hours : undefined;
}

/**
 * The time after a number of minutes outside the quiet hours.
 * @param start Unix time in ms, like the result
 */
export function addWakingMinutes(start: number, minutes: number, quiet: QuietHours | undefined): number {
  if (!quiet) return start + minutes * minute;
  const quietFor = (quiet.to - quiet.from + dayInMinutes) % dayInMinutes;
  let time = start;
  let remaining = minutes * minute;
  for (;;) {
    // In steps of one hour, to handle nights with a daylight saving change.
    const intoQuiet = (minuteOfDay(time) - quiet.from + dayInMinutes) % dayInMinutes;
    if (intoQuiet < quietFor) {
      time += Math.ceil(Math.min(quietFor - intoQuiet, 60) * minute);
      continue;
    }
    const untilQuiet = Math.ceil((dayInMinutes - intoQuiet) * minute);
    if (remaining <= untilQuiet) return time + remaining;
    time += untilQuiet;
    remaining -= untilQuiet;
  }
}

const berlin = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Minutes since midnight in German time, with seconds as a fraction. */
function minuteOfDay(time: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = berlin.format(time).split(':').map(Number);
  return hours * 60 + minutes + seconds / 60;
}
