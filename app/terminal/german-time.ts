const formatter = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Berlin',
});

/** Formats a time as `2027-03-27 14:05`: in German time like receipts and emails, but sortable. */
export function germanTime(milliseconds: number): string {
  return formatter.format(milliseconds);
}

/** Formats a timestamp as a date, `2027-03-27`, in German time. */
export function germanDate(milliseconds: number): string {
  return germanTime(milliseconds).slice(0, 10);
}
