const germany = 'Europe/Berlin';
const minutesOfDay = 24 * 60;

/**
 * Returns a period of German time on the clocks of another time zone: `10:00–19:00`. A time after midnight is that of the
 * next day: `01:00`.
 * @param period times of day in German time, `09:00–18:00`; `24:00` is midnight
 * @param timeZone IANA name
 * @param at when the time difference counts (Unix time in ms), because it changes with summer time
 */
export function periodInZone(period: string, timeZone: string, at: number): string {
  const shift = clockMinutes(timeZone, at) - clockMinutes(germany, at);
  return period
    .split('–')
    .map((time) => formatMinutes(readMinutes(time) + shift))
    .join('–');
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
  const ofDay = (minutes + 2 * minutesOfDay) % minutesOfDay;
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
