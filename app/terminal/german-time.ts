const moment = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Berlin' });

/** Formats a time as `2027-03-27 14:05` in German time, as on receipts and in mails, but sortable. */
export function germanTime(milliseconds: number): string {
  return moment.format(milliseconds);
}

/** Formats the date in German time, `2027-03-27`. */
export function germanDay(milliseconds: number): string {
  return germanTime(milliseconds).slice(0, 10);
}
