import { periodInZone } from '#app/i18n/format/period-in-zone.ts';

/** Adds the visitor's own time to the company's hours, where it is neither German time nor Riyadh's. */
export function showOwnHours(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  for (const element of document.querySelectorAll<HTMLElement>('[data-own-hours]')) {
    const { germany = '', riyadh, label = '' } = element.dataset;
    const own = periodInZone(germany, timeZone, Date.now());
    if (own !== germany && own !== riyadh) element.dataset.words = `, \u2066${own}\u2069 ${label}`;
  }
}
