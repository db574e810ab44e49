import { minutesAheadOfGermany, periodAhead } from '#app/i18n/format/period-in-zone.ts';

/** Adds the visitor's own time to the company's hours, where it is neither German time nor Riyadh's. */
export function showOwnHours(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const minutes = minutesAheadOfGermany(timeZone, Date.now());
  if (minutes === 0) return;
  for (const element of document.querySelectorAll<HTMLElement>('[data-own-hours]')) {
    const { germany = '', riyadh, label = '' } = element.dataset;
    const own = periodAhead(germany, minutes);
    if (own !== riyadh) element.dataset.words = label.replace('{{hours}}', `\u2066${own}\u2069`);
  }
}
