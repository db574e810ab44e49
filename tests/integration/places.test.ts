import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { airportByCode } from '../../app/places/airports/airport.ts';
import type { TownMatches } from '../../app/places/field/town-suggestions.ts';
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries } from '../support/site.ts';
import { expectInterpreted, typedPlaces } from '../support/typed-places.ts';

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => enquirySite.close());

/** The place at the other end of the journey. */
const otherPlace = 'Oslo';

const forms: { path: string; extraFields: Record<string, string> }[] = [
  { path: 'services/evacuation', extraFields: {} },
  { path: 'medical-flight/air-ambulance', extraFields: { condition: 'Stroke' } },
];

/** Submissions of every place in both forms, alternating between the languages and between origin and destination. */
const submissions = typedPlaces.flatMap(([typed, interpretation], index) =>
  forms.map(({ path, extraFields }, form) => {
    const end = (index + form) % 2 === 0 ? ('origin' as const) : ('destination' as const);
    const other = end === 'origin' ? 'destination' : 'origin';
    const language = (index >> 1) % 2 === 0 ? ('ar' as const) : ('en' as const);
    const fields: Record<string, string> = { ...extraFields, [end]: typed, [other]: otherPlace };
    // Only a ninth is read with the command-line tool, which takes a second to start and phrases every place the same way.
    return { typed, interpretation, path, language, end, fields, isReadByTool: (index + form) % 9 === 0 };
  }),
);

test('at least 80 places are sent in both forms', () => {
  expect(submissions.length).toBeGreaterThanOrEqual(160);
});

describe('a place is accepted as typed on the first attempt, and the desk receives its interpretation', () => {
  test.each(submissions)(
    '$typed as $end of $path',
    async ({ typed, interpretation, path, language, end, fields, isReadByTool }) => {
      const request = validRequest(fields);
      const body = formData(request);
      const response = await fetch(`${enquirySite.site.url}/${language}/${path}`, {
        method: 'POST',
        body,
        redirect: 'manual',
      });
      expect(response.status).toBe(303);

      const call = fieldsOf(enquirySite.acceptedFor(request.name ?? '')[0]);
      expect(call[end]).toBe(airportCode(interpretation) ?? typed);
      expect(call[`${end}Full`]).toContain(expectedText(typed, interpretation, language));
      const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
      expect(receipt.text).toContain(expectedText(typed, interpretation, language));

      if (!isReadByTool) return;
      const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(receipt.title)?.[0] ?? '';
      const shown = (await runEnquiries(enquirySite.site, 'show', reference)).output.split('\n');
      const line = shown.find((text) => text.startsWith(end === 'origin' ? 'From ' : 'To ')) ?? '';
      expect(line).toContain(expectedText(typed, interpretation, 'en'));
      expectInterpreted(line, interpretation);
    },
  );
});

const airportCode = (interpretation: string) => /^airport (\w{3})$/.exec(interpretation)?.[1];

/** Returns the text that must be shown for a typed place. An airport code is shown as the airport's full name. */
function expectedText(typed: string, interpretation: string, language: 'ar' | 'en'): string {
  const code = airportCode(interpretation);
  if (!code || !new RegExp(`(^|\\()${code}\\)?$`, 'i').test(typed)) return typed;
  return airportByCode(code)?.name[language] ?? '';
}

describe('the towns that start with given letters', () => {
  const get = (path: string) => fetch(enquirySite.site.url + path);

  test('are returned in the language of the form, and may be cached', async () => {
    const response = await get(`/towns/${encodeURIComponent('мюн')}?names=ru`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=86400');
    expect(await response.json()).toMatchObject({
      isComplete: true,
      words: { nearestAirport: 'ближайший аэропорт', kilometres: 'км' },
      towns: expect.arrayContaining([
        { names: ['мюнстер'], town: ['Мюнстер', 'Германия'], airports: expect.any(Array) as unknown },
      ]) as unknown,
    });
  });

  test('are at most forty', async () => {
    const { towns, isComplete } = (await (await get('/towns/al?names=en')).json()) as TownMatches;
    expect([towns.length, isComplete]).toEqual([40, false]);
  });

  test.each([
    ['letters that are not folded', '/towns/Be?names=en'],
    ['a single letter', '/towns/b?names=en'],
    ['a long text', `/towns/${'b'.repeat(61)}?names=en`],
    ['no language', '/towns/be'],
    ['a language without forms', '/towns/be?names=de'],
  ])('are not found for %s', async (_, path) => {
    expect((await get(path)).status).toBe(404);
  });
});
