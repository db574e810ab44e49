/** Converts a timestamp to local wall-clock time, stored as if it were UTC. Both are in seconds since 1970. */
export function wallClock(timestamp: number, timeZone: string): number {
  return timestamp + offsetAt(timestamp, timeZone);
}

/**
 * Converts local wall-clock time to a timestamp. A time skipped by daylight saving is moved forward by an hour; for a
 * repeated time, either of its two timestamps is returned.
 */
export function timestampAt(wallTime: number, timeZone: string): number {
  const estimate = wallTime - offsetAt(wallTime, timeZone);
  return wallTime - offsetAt(estimate, timeZone);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the UTC offset of a time zone at a timestamp (s). */
function offsetAt(timestamp: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(timestamp * 1000).find(({ type }) => type === 'timeZoneName')?.value;
  // `GMT` without digits means offset zero.
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60);
}
