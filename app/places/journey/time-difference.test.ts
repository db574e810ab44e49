import { describe, expect, test } from 'vitest';
import { countryOf } from '../towns/countries.ts';
import { towns } from '../towns/towns.ts';
import { minutesAhead, timeZoneAt } from './time-difference.ts';

const winter = new Date('2026-12-01T12:00Z');
const summer = new Date('2026-07-01T12:00Z');

test.each([
  ['Europe/Berlin', 'Asia/Riyadh', -120, -60],
  ['Asia/Riyadh', 'Europe/Berlin', 120, 60],
  ['Europe/Berlin', 'Asia/Tehran', -150, -90],
  ['Europe/London', 'Asia/Kathmandu', -345, -285],
  ['Asia/Dubai', 'Asia/Muscat', 0, 0],
  ['America/New_York', 'Europe/Berlin', -360, -360],
  ['Pacific/Auckland', 'America/Los_Angeles', 1260, 1140],
])('%s is ahead of %s by %i minutes in winter, %i in summer', (timeZone, other, inWinter, inSummer) => {
  expect([winter, summer].map((at) => minutesAhead(timeZone, other, at))).toEqual([inWinter, inSummer]);
});

/** The zone of a town, by its English name. */
const zoneOf = (name: string) => {
  const town = towns.find(({ names }) => names.en === name);
  if (!town) throw new Error(`No town is called ${name}`);
  return timeZoneAt(town, town.country);
};

describe('the time zone of a town', () => {
  test.each([
    ['Mecca', 'Asia/Riyadh'],
    ['Aktau', 'Asia/Almaty'],
    ['Gaza', 'Asia/Gaza'],
    ['Kyiv', 'Europe/Kyiv'],
    ['Chicago', 'America/Chicago'],
    ['Belgorod', 'Europe/Moscow'],
  ])('%s: %s', (town, timeZone) => expect(zoneOf(town)).toBe(timeZone));

  test.each(['Yekaterinburg', 'Novosibirsk', 'Khabarovsk'])(
    'is unknown far from any airport in our list: %s',
    (town) => {
      expect(zoneOf(town)).toBeUndefined();
    },
  );

  test('is known for every town, except in Russia', () => {
    const unknown = towns.filter((town) => timeZoneAt(town, town.country) === undefined);
    expect([...new Set(unknown.map(({ country }) => country))]).toEqual([countryOf('RU')]);
  });
});
