const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Berlin' });

/**
 * Returns the Unix time (ms) of a moment in German time. A moment that occurs twice, when summer time ends, is the
 * second one; a moment that is skipped, when summer time begins, becomes one hour later.
 * @param moment `2027-03-27 14:05`
 */
export function germanMoment(moment: string): number {
  const asUtc = Date.parse(`${moment.replace(' ', 'T')}Z`);
  const offsetAt = (time: number) => Date.parse(`${clock.format(time).replace(' ', 'T')}Z`) - time;
  // The offset of winter time is the smaller one, so this is the moment itself or later.
  const inWinter = asUtc - 60 * 60 * 1000;
  const offset = offsetAt(inWinter);
  return offsetAt(asUtc - offset) === offset ? asUtc - offset : inWinter;
}
