import { z } from 'zod';
import { timestampAt, wallClock } from '#app/clock/wall-clock.ts';
import { requiredRule } from '#app/forms/schemas/cross-field-rule.ts';
import { singleLineField } from '#app/forms/schemas/text-fields.ts';
import { choiceField } from '#app/forms/schemas/text-schema.ts';
import { timeField } from '#app/forms/schemas/time-field.ts';
import { canonicalTimeZone, timeZoneOfCountry } from '#app/i18n/format/time-zones.ts';
import type { StaffLanguage } from '#app/i18n/languages.ts';
import { callingCodeCountry } from '../../contact-details/calling-codes.ts';
import { optionalNameField, phoneField } from '../../contact-details/contact-detail-fields.ts';
import type { ContactDetails } from '../../contact-details/contact-details.ts';
import { reachLanguages } from '../../first-call/first-call-fields.ts';
import { callTimes } from './call-back-fields.ts';

/** A valid, normalised request for a call. */
export interface CallBack extends ContactDetails {
  when: (typeof callTimes)[number];
  /** For `time`: when to call (Unix time in ms), and the family's time zone (IANA name). */
  call?: { at: number; timeZone: string };
  callLanguage?: StaffLanguage | undefined;
}

/** Length of a day (s). */
const dayLength = 24 * 60 * 60;

/** Schema of the request for a call. Its issue messages are the last segments of the translation keys `form.…`. */
export const callBackSchema = z
  .object({
    phone: phoneField,
    name: optionalNameField,
    when: choiceField(callTimes, 'unreadable').default('today'),
    time: timeField(),
    zone: singleLineField(),
    call_language: choiceField(reachLanguages, 'unreadable').optional(),
  })
  .refine(({ when, time }) => when !== 'time' || time !== undefined, requiredRule('time', 'time_invalid'))
  .refine(
    ({ when, time, zone, phone }) => when !== 'time' || time === undefined || timeZoneOf(zone, phone) !== undefined,
    requiredRule('zone', 'zone_required', ['phone']),
  )
  .transform(({ phone, name, when, time, zone, call_language: callLanguage }): CallBack => {
    const request = { phone, name, callLanguage };
    const timeZone = timeZoneOf(zone, phone);
    // Browsers without `:has()` show the time field with every choice, so visitors who enter a time want to be called
    // then, unless the call is urgent. Without a time zone it remains a call on the same day.
    if (when === 'now' || time === undefined || timeZone === undefined) return { ...request, when };
    return { ...request, when: 'time', call: { at: nextTime(time, timeZone, Date.now()), timeZone } };
  });

/**
 * Returns a family's time zone: the one that it chose or its device reported, otherwise that of the phone number's
 * country, if all clocks there show the same time.
 */
function timeZoneOf(zone: string | undefined, phone: string): string | undefined {
  const chosen = zone && canonicalTimeZone(zone);
  if (chosen) return chosen;
  const country = callingCodeCountry(phone);
  return country === undefined ? undefined : timeZoneOfCountry(country, Date.now());
}

/**
 * Returns when clocks in a time zone will next show a time of day (Unix time in ms).
 * @param time `HH:mm`
 * @param now Unix time in ms
 */
function nextTime(time: string, timeZone: string, now: number): number {
  const clock = wallClock(Math.floor(now / 1000), timeZone);
  const midnight = clock - (clock % dayLength);
  const today = midnight + Date.parse(`1970-01-01T${time}Z`) / 1000;
  return timestampAt(today <= clock ? today + dayLength : today, timeZone) * 1000;
}
