import { geoAzimuthalEqualArea } from 'd3-geo';
import { readAtlas } from '#app/maps/atlas.server.ts';
import { outlinePath } from '#app/maps/outline-path.ts';
import type { Point } from '#app/maps/simplify-line.ts';

// Draws a small map from real geography. Runs only for generated files: `npm run flight-map`.

const width = 960;
const height = 440;

/**
 * The tolerance when simplifying outlines (px). Phones show the picture at half its size, so 2 px are not noticeable.
 */
const tolerance = 2;

/** The departure cities, as longitude and latitude (degrees). */
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

/** The German airports, as longitude and latitude (degrees). */
const destinations = {
  berlin: [13.4, 52.5],
  munich: [11.6, 48.1],
  frankfurt: [8.6, 50.1],
  hamburg: [10, 53.6],
  duesseldorf: [6.8, 51.2],
} as const satisfies Record<string, Point>;

/** The flights: one from each departure city, and at least one to each German airport. */
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
  const { land, germany } = readAtlas();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<path fill="#1b3557" d="${outlinePath(land, projection, tolerance)}"/>
<path fill="#2f5d77" d="${outlinePath(germany, projection, tolerance)}"/>
<g fill="none" stroke="#c79a4b" stroke-width="1.6" stroke-linecap="round">${routes.map(drawArc).join('')}</g>
<g fill="#e9c98a">${Object.values(origins).map(drawDot).join('')}</g>
<g fill="#10233f" stroke="#ffffff" stroke-width="2">${Object.values(destinations).map(drawRing).join('')}</g>
</svg>`;
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
