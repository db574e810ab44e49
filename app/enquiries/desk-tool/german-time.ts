const moment = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Berlin' });

/** `2027-03-27 14:05`, in the company's time zone: the one that receipts and mails name, in an order that sorts. */
export function germanTime(milliseconds: number): string {
  return moment.format(milliseconds);
}

/** The day in the company's time zone, `2027-03-27`. */
export function germanDay(milliseconds: number): string {
  return germanTime(milliseconds).slice(0, 10);
}
