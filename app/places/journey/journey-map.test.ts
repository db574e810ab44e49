import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readAtlas } from '#app/maps/atlas.server.ts';
import { airports } from '../airports/airport.ts';
import { type Coordinates, coordinatesOf } from '../airports/airport-coordinates.ts';
import coastlineList from './coastlines.json' with { type: 'json' };
import { packCoastlines } from './coastlines.ts';
import { directionOn, type JourneyMap, journeyMap } from './journey-map.ts';
import { mapSize } from './map-size.ts';

const at = (latitude: number, longitude: number): Coordinates => ({ latitude, longitude });
const between = (from: string, to: string) => journeyMap(coordinatesOf(from), coordinatesOf(to));
const pathsOf = ({ land, germany, arc }: JourneyMap) => [land, germany, arc].join(' ');

test('the coastlines are up to date with the atlas (if not, run `npm run coastlines`)', () => {
  expect(coastlineList).toEqual(packCoastlines(readAtlas()));
});

test('the map from Riyadh to Munich is small, shows Germany, and has a route to the north-west', () => {
  const map = between('RUH', 'MUC');
  expect(brotliCompressSync(pathsOf(map)).length).toBeLessThan(1_500);
  expect(map.germany).toMatch(/^M\d+ \d+l/);
  expect(directionOn(map)).toBe('nw');
  expect(directionOn(between('MUC', 'RUH'))).toBe('se');
});

describe('every map', () => {
  const journeys: [string, Coordinates, Coordinates][] = [
    ...airports
      .slice(0, 25)
      .map(({ code }): [string, Coordinates, Coordinates] => [
        `${code} to Berlin`,
        coordinatesOf(code),
        coordinatesOf('BER'),
      ]),
    ['Sydney to Los Angeles, across 180 degrees of longitude', coordinatesOf('SYD'), coordinatesOf('LAX')],
    ['over the North Pole', at(70, 10), at(70, -170)],
    ['from pole to pole', at(90, 0), at(-90, 0)],
    ['antipodes', at(30, 40), at(-30, -140)],
    ['due north', at(10, 40), at(50, 40)],
    ['along the equator', at(0, 10), at(0, 60)],
  ];

  test.each(journeys)('is complete, and has both ends and the arc within its edges: %s', (_name, from, to) => {
    const map = journeyMap(from, to);
    expect(pathsOf(map)).not.toMatch(/NaN|undefined|Infinity|e-/);
    expect(pathsOf(map).length).toBeLessThan(12_000);
    for (const [x, y] of [map.origin, map.destination]) {
      expect(x).toBeGreaterThanOrEqual(50);
      expect(x).toBeLessThanOrEqual(mapSize.width - 50);
      expect(y).toBeGreaterThanOrEqual(50);
      expect(y).toBeLessThanOrEqual(mapSize.height - 50);
    }
    const [x1 = NaN, y1 = NaN, controlX = NaN, controlY = NaN, x2 = NaN, y2 = NaN] = (
      map.arc.match(/-?\d+/g) ?? []
    ).map(Number);
    // The middle of a quadratic curve is halfway between its ends and its control point.
    const middle = [(x1 + x2) / 4 + controlX / 2, (y1 + y2) / 4 + controlY / 2];
    expect(middle[0]).toBeGreaterThan(0);
    expect(middle[0]).toBeLessThan(mapSize.width);
    expect(middle[1]).toBeGreaterThan(0);
    expect(middle[1]).toBeLessThanOrEqual(Math.max(y1, y2));
  });
});

test.each([
  [at(10, 40), at(50, 40), 'n'],
  [at(0, 10), at(0, 60), 'e'],
  [at(50, 40), at(10, 40), 's'],
  [at(0, 60), at(0, 10), 'w'],
  [at(0, 0), at(30, 30), 'ne'],
  [at(0, 175), at(0, -175), 'e'],
])('the direction from %j to %j is %s', (from, to, direction) => {
  expect(directionOn(journeyMap(from, to))).toBe(direction);
});
