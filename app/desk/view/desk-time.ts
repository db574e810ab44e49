import { formatTimeInBerlin } from '#app/i18n/format/dates.ts';
import { languages } from '#app/i18n/languages.ts';
import type { DeskLanguage } from '../people/person.ts';
import { fill } from '../texts/desk-texts.ts';

/** Formats a time for staff, who work in Germany. @param at Unix time in ms */
export function formatDeskTime(at: number, language: DeskLanguage): string {
  return new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(at);
}

/** Formats a day for staff. @param at Unix time in ms */
export function formatDeskDay(at: number, language: DeskLanguage): string {
  return new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'medium', timeZone: 'Europe/Berlin' }).format(
    at,
  );
}

/** Formats the time of a call that is due: `14:05`, with the day if it was not today. @param at Unix time in ms */
export function formatCallTime(at: number, now: number, language: DeskLanguage): string {
  const isToday = formatDeskDay(at, language) === formatDeskDay(now, language);
  return isToday ? formatTimeInBerlin(at) : formatDeskTime(at, language);
}

/** Formats how long ago something was. @param age in ms */
export function formatAge(age: number, language: DeskLanguage): string {
  const format = (numeric: 'always' | 'auto') =>
    new Intl.RelativeTimeFormat(languages[language].locale, { numeric, style: 'short' });
  const minutes = Math.max(0, Math.floor(age / 60_000));
  // In words, such as "this minute", instead of "0 minutes".
  if (minutes === 0) return format('auto').format(0, 'minute');
  if (minutes < 60) return format('always').format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? format('always').format(-hours, 'hour') : format('always').format(-Math.floor(hours / 24), 'day');
}

/** Formats how long something took. @param duration in ms */
export function formatDuration(duration: number, texts: Record<'minutes' | 'hours' | 'days', string>): string {
  const minutes = Math.max(0, Math.floor(duration / 60_000));
  if (minutes < 60) return fill(texts.minutes, { count: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? fill(texts.hours, { count: hours }) : fill(texts.days, { count: Math.floor(hours / 24) });
}
