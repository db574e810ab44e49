const germany = 'Europe/Berlin';
const minutesPerDay = 24 * 60;

/** Returns how far the clocks of a time zone are ahead of German ones (minutes, within a day). */
export function minutesAheadOfGermany(timeZone: string, at: number): number {
  return (clockMinutes(timeZone, at) - clockMinutes(germany, at) + minutesPerDay) % minutesPerDay;
}

/**
 * Returns a period as shown by clocks that are ahead: `10:00–19:00`. A time after midnight is on the next day: `01:00`.
 * @param period times of day, `09:00–18:00`; `24:00` is midnight
 */
export function shiftPeriod(period: string, minutes: number): string {
  return period
    .split('–')
    .map((time) => formatMinutes((readMinutes(time) + minutes) % minutesPerDay))
    .join('–');
}

/** Returns the times of day at which a period starts and ends: `09:00` and `18:00`. */
export function timesOfPeriod(period: string): { from: string; to: string } {
  const [from = '', to = ''] = period.split('–');
  return { from, to };
}

/** Returns the time of day on a clock in the zone (min). */
function clockMinutes(timeZone: string, at: number): number {
  return readMinutes(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at));
}

function readMinutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function formatMinutes(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
