import { readFileSync } from 'node:fs';
import { type HTMLElement, parse, valid } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { flightMap } from './flight-map.server.ts';

const svg = flightMap();
const picture = parse(svg).querySelector('svg');
const numbersIn = (text: string | undefined) =>
  Array.from((text ?? '').matchAll(/-?[\d.]+/g), ([number]) => Number(number));
const [, , width = 0, height = 0] = numbersIn(picture?.getAttribute('viewBox'));

type Point = [x: number, y: number];
const centreOf = (circle: HTMLElement): Point => [Number(circle.getAttribute('cx')), Number(circle.getAttribute('cy'))];
const circles = picture?.querySelectorAll('circle') ?? [];
const [dots, rings] = ['3.5', '4'].map((r) =>
  circles.filter((circle) => circle.getAttribute('r') === r).map(centreOf),
) as [Point[], Point[]];
/** The coordinates of each arc: start, control point and end, from `M1 2Q3 4 5 6`. */
const arcs = (picture?.querySelectorAll('path') ?? [])
  .map((path) => path.getAttribute('d') ?? '')
  .filter((data) => data.includes('Q'))
  .map((data) => numbersIn(data));

test('the committed file is up to date: npm run flight-map', () => {
  expect(readFileSync(new URL('../blocks/flight-map.svg', import.meta.url), 'utf8')).toBe(svg);
});

test('the SVG is well-formed, has no invalid numbers, and is smaller than 12 kB', () => {
  expect(valid(svg)).toBe(true);
  expect(picture?.getAttribute('xmlns')).toBe('http://www.w3.org/2000/svg');
  expect([width, height]).toEqual([960, 440]);
  expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['960', '440']);
  expect(svg).not.toMatch(/NaN|undefined|null|Infinity|(?:d|cx|cy)=""/);
  expect(Buffer.byteLength(svg)).toBeLessThan(12_000);
});

test('the SVG uses the colours of the design tokens', () => {
  const tokens = readFileSync(new URL('../../ui/styles/tokens.css', import.meta.url), 'utf8');
  const arcsAndCities = ['#c79a4b', '#e9c98a', '#10233f', '#ffffff'];
  for (const colour of arcsAndCities) {
    expect(svg).toContain(`"${colour}"`);
    expect(tokens).toContain(colour);
  }
});

describe('the flights', () => {
  test('connect eleven departure cities and five German airports, all at distinct positions', () => {
    expect([dots.length, rings.length]).toEqual([11, 5]);
    expect(new Set([...dots, ...rings].map(String)).size).toBe(16);
    expect(circles).toHaveLength(16);
  });

  test('keep every city completely within the canvas', () => {
    const outside = [...dots, ...rings].filter(([x, y]) => x < 5 || y < 5 || x > width - 5 || y > height - 5);
    expect(outside).toEqual([]);
  });

  test('run from the Gulf on the right to Germany on the left: a map is not mirrored in any language', () => {
    expect(Math.min(...dots.map(([x]) => x))).toBeGreaterThan(Math.max(...rings.map(([x]) => x)));
  });

  test('connect each departure city once and each airport at least once', () => {
    expect(arcs).toHaveLength(11);
    expect(arcs.map(([x, y]) => String([x, y])).sort()).toEqual(dots.map(String).sort());
    expect([...new Set(arcs.map(([, , , , x, y]) => String([x, y])))].sort()).toEqual(rings.map(String).sort());
  });

  test('curve upwards within the canvas', () => {
    for (const [x1 = 0, y1 = 0, , controlY = 0, x2 = 0, y2 = 0] of arcs) {
      expect(x1).toBeGreaterThan(x2);
      expect(controlY).toBeLessThan((y1 + y2) / 2);
      // In its middle, a quadratic curve is halfway between its control point and the midpoint of its ends.
      expect((y1 + y2) / 4 + controlY / 2).toBeGreaterThan(0);
    }
  });
});

test('the land is drawn, with Germany in a different colour', () => {
  const land = (picture?.querySelectorAll('path') ?? []).filter((path) => path.getAttribute('fill'));
  expect(land.map((path) => path.getAttribute('fill'))).toEqual(['#1b3557', '#2f5d77']);
  for (const path of land) expect(path.getAttribute('d')).toMatch(/^M\d+ \d+l/);
});
