/** Converts a timestamp to local wall-clock time, stored as if it were UTC. Both in seconds since 1970. */
export function wallClock(moment: number, timeZone: string): number {
  return moment + offsetAt(moment, timeZone);
}

/**
 * Converts local wall-clock time to a timestamp. A time skipped by daylight saving is moved an hour ahead; for a
 * repeated time, either of the two is returned.
 */
export function momentAt(wall: number, timeZone: string): number {
  const nearby = wall - offsetAt(wall, timeZone);
  return wall - offsetAt(nearby, timeZone);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** UTC offset of a time zone at a moment (s). */
function offsetAt(moment: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(moment * 1000).find(({ type }) => type === 'timeZoneName')?.value;
  // `GMT` without digits means offset zero.
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60);
}
