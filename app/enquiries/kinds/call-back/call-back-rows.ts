import type { Row } from '../row.ts';
import type { CallBack } from './call-back-schema.ts';

/** Returns the summary rows of a request for a call: a time is shown in the family's time zone and in German time. */
export function callBackRows({ when, call, callLanguage }: CallBack): Row[] {
  const whenRows: Row[] = call
    ? [
        { label: 'call_when', value: { moment: call.at, timeZone: call.timeZone } },
        { label: 'call_when_german', value: { moment: call.at, timeZone: 'Europe/Berlin' } },
      ]
    : [{ label: 'call_when', value: { choices: [when === 'now' ? 'call_now' : 'call_today'] } }];
  return [
    ...whenRows,
    ...(callLanguage ? [{ label: 'call_language', value: { language: callLanguage } } as const] : []),
  ];
}
