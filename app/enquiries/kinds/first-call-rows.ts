import type { FirstCall } from '../first-call/first-call-schema.ts';
import type { Row } from './row.ts';

/**
 * Returns the summary rows of what staff need to know before the first call: how urgent it is, and how to reach the
 * family.
 */
export function firstCallRows({ urgency, reachBy = [], reachHours, reachLanguage }: FirstCall): Row[] {
  const rows: (Row | undefined)[] = [
    urgency && { label: 'urgency', value: { choices: [urgency] } },
    reachBy.length > 0 ? { label: 'reach_by', value: { choices: reachBy } } : undefined,
    reachHours && { label: 'reach_hours', value: { choices: [reachHours] } },
    reachLanguage && { label: 'call_language', value: { language: reachLanguage } },
  ];
  return rows.filter((row) => row !== undefined);
}
