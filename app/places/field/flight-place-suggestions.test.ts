import { expect, test } from 'vitest';
import { fold } from '#app/i18n/input/fold.ts';
import { suggestFlightPlaces } from './flight-place-suggestions.ts';
import { townsStartingWith } from './towns-starting-with.server.ts';

/** Suggests places for a text, given the towns that the server returns for its first two letters. */
function suggest(typed: string, language: 'ar' | 'en' = 'en') {
  const loaded = townsStartingWith(fold(typed).slice(0, 2), language);
  return suggestFlightPlaces(typed, loaded, language, (town, kilometres) => `${kilometres} km from ${town}`);
}

const keysFor = (typed: string, language?: 'ar' | 'en') => suggest(typed, language).map(({ key }) => key);

test.each([
  ['London', ['LON', 'LHR', 'LGW', 'STN']],
  ['LHR', ['LHR']],
  ['LON', ['LON']],
  ['Dubai', ['DXB-ALL', 'DXB', 'DWC']],
])('%s suggests a city before its airports', (typed, first) => {
  const keys = keysFor(typed);
  expect(keys.slice(0, 1)).toEqual(first.slice(0, 1));
  expect(keys).toEqual(expect.arrayContaining(first));
});

test('Germany suggests any airport, then its airports', () => {
  expect(suggest('German')[0]).toMatchObject({ key: 'DE-ALL', text: 'Germany, any airport', code: 'DE' });
  expect(suggest('ألمان', 'ar')[0]).toMatchObject({ key: 'DE-ALL', text: 'ألمانيا، أي مطار' });
  expect(keysFor('German').length).toBeGreaterThan(20);
});

test('a town without an airport suggests the nearest ones, with their distances', () => {
  const suggestions = suggest('Heidelberg');
  expect(suggestions.map(({ detail }) => detail)).toEqual(
    suggestions.map(() => expect.stringMatching(/^\d+ km from Heidelberg$/) as string),
  );
  expect(suggestions.map(({ key }) => key)).toContain('FRA');
});

test('each airport is suggested once', () => {
  for (const typed of ['Lo', 'Fra', 'Du', 'Ma']) expect(new Set(keysFor(typed)).size).toBe(keysFor(typed).length);
});

test('an empty text suggests areas first', () => {
  const keys = suggestFlightPlaces('', undefined, 'en', () => '').map(({ key }) => key);
  expect(keys[0]).toBe('DE-ALL');
  expect(keys.length).toBeGreaterThan(200);
});
