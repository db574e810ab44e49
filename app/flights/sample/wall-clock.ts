/** What the clocks of a time zone show at a moment, written as if it were UTC. Both in seconds since 1970. */
export function wallClock(moment: number, timeZone: string): number {
  return moment + offsetAt(moment, timeZone);
}

/**
 * The moment at which the clocks of a time zone show this. What they never show, because they are put forward past it,
 * becomes the hour after; what they show twice becomes one of both.
 */
export function momentAt(wall: number, timeZone: string): number {
  const nearby = wall - offsetAt(wall, timeZone);
  return wall - offsetAt(nearby, timeZone);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** By how many seconds a time zone is ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(moment * 1000).find(({ type }) => type === 'timeZoneName')?.value;
  // `GMT` alone is no offset at all.
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60);
}
