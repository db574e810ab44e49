import { minutesAheadOfGermany, shiftPeriod, timesOfPeriod } from '#app/i18n/format/period-in-zone.ts';

/** Adds the visitor's local time to the company's hours, unless it is the same as German time or Riyadh's. */
export function showLocalHours(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const minutes = minutesAheadOfGermany(timeZone, Date.now());
  if (minutes === 0) return;
  for (const element of document.querySelectorAll<HTMLElement>('[data-local-hours]')) {
    const { germany = '', riyadh, label = '' } = element.dataset;
    const localPeriod = shiftPeriod(germany, minutes);
    if (localPeriod === riyadh) continue;
    const { from, to } = timesOfPeriod(localPeriod);
    element.dataset.words = label.replace('{{from}}', from).replace('{{to}}', to);
  }
}
