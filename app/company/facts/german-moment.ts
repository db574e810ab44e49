const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Berlin' });

/**
 * Returns the Unix time (ms) of a date and time in Germany. A time that occurs twice because summer time ends means the
 * second occurrence; a time that is skipped because summer time begins means one hour later.
 * @param moment `2027-03-27 14:05`
 */
export function germanMoment(moment: string): number {
  const asUtc = Date.parse(`${moment.replace(' ', 'T')}Z`);
  const offsetAt = (time: number) => Date.parse(`${clock.format(time).replace(' ', 'T')}Z`) - time;
  // Winter time has the smaller offset, so this is the moment itself or one hour after it.
  const inWinter = asUtc - 60 * 60 * 1000;
  const offset = offsetAt(inWinter);
  return offsetAt(asUtc - offset) === offset ? asUtc - offset : inWinter;
}
