import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries } from '../support/site.ts';
import { expectUnderstood, typedPlaces } from '../support/typed-places.ts';

let desk: EnquirySite;
beforeAll(async () => {
  desk = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => desk.close());

/** The other end of the journey, unless it is the place typed. */
const elsewhere = 'Oslo';

const forms: { path: string; more: Record<string, string> }[] = [
  { path: 'services/evacuation', more: {} },
  { path: 'medical-flight/air-ambulance', more: { condition: 'Stroke' } },
];

/** Every place in both forms and both languages, alternating between origin and destination. */
const sendings = typedPlaces.flatMap(([typed, means], index) =>
  forms.map(({ path, more }, form) => {
    const end = (index + form) % 2 === 0 ? ('origin' as const) : ('destination' as const);
    const other = end === 'origin' ? 'destination' : 'origin';
    const language = (index >> 1) % 2 === 0 ? ('ar' as const) : ('en' as const);
    const fields: Record<string, string> = { ...more, [end]: typed, [other]: elsewhere };
    // The command line takes a second to start, and puts every place into words in the same way.
    return { typed, means, path, language, end, fields, isShown: (index + form) % 9 === 0 };
  }),
);

test('at least 80 places are sent in both forms', () => {
  expect(sendings.length).toBeGreaterThanOrEqual(160);
});

describe('a place as people type it is accepted on the first attempt, and the desk sees what it means', () => {
  test.each(sendings)('$typed as $end of $path', async ({ typed, means, path, language, end, fields, isShown }) => {
    const request = validRequest(fields);
    const body = formData(request);
    const sent = await fetch(`${desk.site.url}/${language}/${path}`, { method: 'POST', body, redirect: 'manual' });
    expect(sent.status).toBe(303);

    const call = fieldsOf(desk.acceptedOf(request.name ?? '')[0]);
    expect(call[end]).toBe(codeIn(means) ?? typed);
    expect(call[`${end}Full`]).toContain(writtenIn(typed, means, language));
    const receipt = await readPage(await fetch(sent.headers.get('Location') ?? ''));
    expect(receipt.text).toContain(writtenIn(typed, means, language));

    if (!isShown) return;
    const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(receipt.title)?.[0] ?? '';
    const shown = (await runEnquiries(desk.site, 'show', reference)).output.split('\n');
    const line = shown.find((one) => one.startsWith(end === 'origin' ? 'From ' : 'To ')) ?? '';
    expect(line).toContain(writtenIn(typed, means, 'en'));
    expectUnderstood(line, means);
  });
});

const codeIn = (means: string) => /^airport (\w{3})$/.exec(means)?.[1];

/** The text that must be shown for what was typed; a bare code is shown as the airport's full name. */
function writtenIn(typed: string, means: string, language: 'ar' | 'en'): string {
  const code = codeIn(means);
  if (!code || !new RegExp(`(^|\\()${code}\\)?$`, 'i').test(typed)) return typed;
  return { ar: 'مطار الملك', en: 'King' }[language];
}
