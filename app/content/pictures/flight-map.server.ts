import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoAzimuthalEqualArea, geoPath, type GeoPermissibleObjects } from 'd3-geo';
import { feature, merge } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

// Runs at build time only: draws a small map from real geography (Natural Earth, public domain, via world-atlas).

const width = 960;
const height = 440;

/** The tolerance of simplification (px). Phones show the picture at half its size, so 2 px are not noticeable. */
const tolerance = 2;

/** The cities of departure, by longitude and latitude (degrees). */
const origins = {
  riyadh: [46.7, 24.7],
  jeddah: [39.2, 21.6],
  dubai: [55.3, 25.2],
  doha: [51.5, 25.3],
  kuwait: [47.9, 29.3],
  manama: [50.6, 26.2],
  muscat: [58.4, 23.6],
  amman: [35.9, 31.9],
  beirut: [35.5, 33.9],
  baghdad: [44.4, 33.3],
  cairo: [31.2, 30.1],
} as const satisfies Record<string, Point>;

/** The German airports, by longitude and latitude (degrees). */
const destinations = {
  berlin: [13.4, 52.5],
  munich: [11.6, 48.1],
  frankfurt: [8.6, 50.1],
  hamburg: [10, 53.6],
  duesseldorf: [6.8, 51.2],
} as const satisfies Record<string, Point>;

/** The flights: one from each city of departure, at least one to each German airport. */
const routes: [keyof typeof origins, keyof typeof destinations][] = [
  ['riyadh', 'berlin'],
  ['jeddah', 'munich'],
  ['dubai', 'frankfurt'],
  ['doha', 'munich'],
  ['kuwait', 'frankfurt'],
  ['manama', 'hamburg'],
  ['muscat', 'berlin'],
  ['amman', 'duesseldorf'],
  ['beirut', 'duesseldorf'],
  ['baghdad', 'hamburg'],
  ['cairo', 'frankfurt'],
];

type Point = readonly [number, number];

/** Shows Germany on the left and the Gulf on the right, rotated so that the routes run horizontally. */
const projection = geoAzimuthalEqualArea()
  .rotate([-31, -37, 24])
  .scale(860)
  .translate([width / 2, height / 2])
  .precision(0.5)
  .clipExtent([
    [0, 0],
    [width, height],
  ]);

/** Renders the hero's flight map as SVG. Its colours repeat those of `tokens.css`, which an image cannot access. */
export function flightMap(): string {
  const atlas = readAtlas();
  const countries = atlas.objects.countries;
  const land = merge(atlas, countries.geometries as Parameters<typeof merge>[1]);
  const germany = feature(atlas, countries).features.find(({ id }) => id === '276');
  if (!germany) throw new Error('The map data of world-atlas does not contain Germany (id 276)');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<path fill="#1b3557" d="${outlinePath(land)}"/>
<path fill="#2f5d77" d="${outlinePath(germany)}"/>
<g fill="none" stroke="#c79a4b" stroke-width="1.6" stroke-linecap="round">${routes.map(drawArc).join('')}</g>
<g fill="#e9c98a">${Object.values(origins).map(drawDot).join('')}</g>
<g fill="#10233f" stroke="#ffffff" stroke-width="2">${Object.values(destinations).map(drawRing).join('')}</g>
</svg>`;
}

function readAtlas(): Topology<{ countries: GeometryCollection }> {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Topology<{ countries: GeometryCollection }>;
}

/** Converts a shape to the data of an SVG path in whole pixels, simplified and without tiny islands. */
function outlinePath(shape: GeoPermissibleObjects): string {
  const path = geoPath(projection)(shape) ?? '';
  const rings = path.split('Z').filter(Boolean);
  return rings.map(roundToPixels).filter(Boolean).join('');
}

/** Simplifies a ring and rounds it to relative steps in whole pixels; empty if fewer than five points remain. */
function roundToPixels(ring: string): string {
  const points = Array.from(ring.matchAll(/([\d.-]+),([\d.-]+)/g), ([, x, y]): Point => [Number(x), Number(y)]);
  const rounded = simplify(points).map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  if (rounded.length < 5) return '';
  const [first, ...rest] = rounded as [Point, ...Point[]];
  let previous = first;
  const steps = rest.map((point) => {
    const step = `${point[0] - previous[0]} ${point[1] - previous[1]}`;
    previous = point;
    return step;
  });
  return `M${first.join(' ')}l${steps.join(' ').replace(/ -/g, '-')}z`;
}

/** Simplifies a line to within `tolerance` (Ramer–Douglas–Peucker). */
function simplify(line: Point[]): Point[] {
  const [first, last] = [line[0], line[line.length - 1]];
  if (!first || !last || line.length < 3) return line;
  const distances = line.map((point) => distanceFromLine(first, last, point));
  const farthest = distances.indexOf(Math.max(...distances));
  if ((distances[farthest] ?? 0) <= tolerance) return [first, last];
  return [...simplify(line.slice(0, farthest + 1)).slice(0, -1), ...simplify(line.slice(farthest))];
}

/** Returns the distance of a point from the line through two others, or from both if they coincide. */
function distanceFromLine([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point): number {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
}

function drawArc([from, to]: (typeof routes)[number]): string {
  const [x1, y1] = project(origins[from]);
  const [x2, y2] = project(destinations[to]);
  const lift = Math.hypot(x2 - x1, y2 - y1) * 0.22;
  return `<path d="M${x1} ${y1}Q${Math.round((x1 + x2) / 2)} ${Math.round((y1 + y2) / 2 - lift)} ${x2} ${y2}"/>`;
}

function drawDot(city: Point): string {
  const [x, y] = project(city);
  return `<circle cx="${x}" cy="${y}" r="3.5"/>`;
}

function drawRing(city: Point): string {
  const [x, y] = project(city);
  return `<circle cx="${x}" cy="${y}" r="4"/>`;
}

function project(city: Point): Point {
  const [x, y] = projection([city[0], city[1]]) ?? [0, 0];
  return [Math.round(x), Math.round(y)];
}
