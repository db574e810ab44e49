const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Berlin' });

/**
 * Returns the Unix time (ms) of a moment in German time. Of a moment that the change from summer time repeats, the
 * second; a moment that the change to summer time skips becomes an hour later.
 * @param moment `2027-03-27 14:05`
 */
export function germanMoment(moment: string): number {
  const asUtc = Date.parse(`${moment.replace(' ', 'T')}Z`);
  const offsetAt = (time: number) => Date.parse(`${clock.format(time).replace(' ', 'T')}Z`) - time;
  // Winter time is the smaller offset, so that this starts at or after the moment.
  const inWinter = asUtc - 60 * 60 * 1000;
  const offset = offsetAt(inWinter);
  return offsetAt(asUtc - offset) === offset ? asUtc - offset : inWinter;
}
