import { geoAzimuthalEqualArea, geoDistance, geoInterpolate, type GeoProjection } from 'd3-geo';
import { outlinePath } from '#app/maps/outline-path.ts';
import type { Point } from '#app/maps/simplify-line.ts';
import type { Coordinates } from '../airports/airport-coordinates.ts';
import coastlineList from './coastlines.json' with { type: 'json' };
import { type MultiPolygon, type Polygon, unpackCoastlines } from './coastlines.ts';
import { mapSize } from './map-size.ts';

const { width, height } = mapSize;
/** Minimum distance of either end from the edges (px), which leaves room for the arc. */
const margin = { x: 72, y: 56 };
/**
 * Minimum width of the area that a map shows, as a share of the Earth's radius: 1,900 km, three times the width of
 * Germany.
 */
const minWidth = 0.3;
/** The tolerance of simplification (px). */
const tolerance = 0.9;
/** How far shapes extend beyond the edges (px), which hides their outlines there. */
const bleed = 4;
/** How far the arc's control point is from the straight line, as a share of the distance. */
const lift = 0.22;

/** A map of a journey, north at the top, in a view box of {@link mapSize}. */
export interface JourneyMap {
  /** Data of SVG paths. */
  land: string;
  germany: string;
  arc: string;
  origin: Point;
  destination: Point;
}

/** The points of the compass, clockwise from north. */
const compassPoints = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
type CompassPoint = (typeof compassPoints)[number];

/**
 * Cached maps, by the ends of the journey: most visitors come from a few places, and drawing a map takes as long as
 * rendering a page.
 */
const drawnMaps = new Map<string, JourneyMap>();
/** Maximum number of cached maps, each of about four kilobytes. */
const maxDrawnMaps = 200;

/**
 * Draws the map of a journey, in an equal-area projection around its middle, so that no journey crosses the edge of the
 * world, not even near a pole or at 180 degrees of longitude. The arc is the site's motif, not the track of an aircraft.
 */
export function journeyMap(from: Coordinates, to: Coordinates): JourneyMap {
  const key = [from, to].map(({ latitude, longitude }) => `${latitude} ${longitude}`).join();
  const drawn = drawnMaps.get(key);
  if (drawn) return drawn;
  const map = drawMap(from, to);
  if (drawnMaps.size >= maxDrawnMaps) drawnMaps.clear();
  drawnMaps.set(key, map);
  return map;
}

/** Returns the direction from the origin to the destination on the map. */
export function directionOn({ origin, destination }: JourneyMap): CompassPoint {
  const [x, y] = [destination[0] - origin[0], destination[1] - origin[1]];
  const eighths = Math.round((Math.atan2(x, -y) / (2 * Math.PI)) * compassPoints.length);
  return compassPoints[(eighths + compassPoints.length) % compassPoints.length] ?? 'n';
}

function drawMap(from: Coordinates, to: Coordinates): JourneyMap {
  landmasses ??= readLandmasses();
  const projection = projectionFor(from, to);
  const project = ({ longitude, latitude }: Coordinates): Point => {
    const [x, y] = projection([longitude, latitude]) ?? [0, 0];
    return [Math.round(x), Math.round(y)];
  };
  const draw = (shapes: readonly Landmass[]) => outlinePath(visiblePart(shapes, projection), projection, tolerance);
  const [origin, destination] = [project(from), project(to)];
  return {
    land: draw(landmasses.land),
    germany: draw(landmasses.germany),
    arc: arcBetween(origin, destination),
    origin,
    destination,
  };
}

/** Returns the projection that shows both ends as far apart as the map allows. */
function projectionFor(from: Coordinates, to: Coordinates): GeoProjection {
  const [longitude, latitude] = geoInterpolate([from.longitude, from.latitude], [to.longitude, to.latitude])(0.5);
  // Resampling is off (`precision(0)`), because the points of coastlines are close together.
  const projection = geoAzimuthalEqualArea().precision(0).rotate([-longitude, -latitude]).translate([0, 0]).scale(1);
  const project = (end: Coordinates) => projection([end.longitude, end.latitude]) ?? [0, 0];
  const [x1, y1] = project(from);
  const [x2, y2] = project(to);
  const scale = Math.min(
    (width - 2 * margin.x) / Math.abs(x1 - x2),
    (height - 2 * margin.y) / Math.abs(y1 - y2),
    width / minWidth,
  );
  return projection
    .scale(scale)
    .translate([width / 2 - (scale * (x1 + x2)) / 2, height / 2 - (scale * (y1 + y2)) / 2])
    .clipExtent([
      [-bleed, -bleed],
      [width + bleed, height + bleed],
    ]);
}

/** Returns a curve whose middle is above the straight line. */
function arcBetween([x1, y1]: Point, [x2, y2]: Point): string {
  const upwards = x2 >= x1 ? lift : -lift;
  const controlX = Math.round((x1 + x2) / 2 + upwards * (y2 - y1));
  const controlY = Math.round((y1 + y2) / 2 - upwards * (x2 - x1));
  return `M${x1} ${y1}Q${controlX} ${controlY} ${x2} ${y2}`;
}

/** A polygon and a circle around it. The circle shows quickly that most polygons are too far away to be on a map. */
interface Landmass {
  polygon: Polygon;
  /** Longitude and latitude (degrees). */
  centre: [number, number];
  /** In radians. */
  radius: number;
}

let landmasses: { land: Landmass[]; germany: Landmass[] } | undefined;

function readLandmasses() {
  const { land, germany } = unpackCoastlines(coastlineList);
  return { land: withCircles(land), germany: withCircles(germany) };
}

function withCircles({ coordinates }: MultiPolygon): Landmass[] {
  return coordinates.map((polygon) => {
    const outline = (polygon[0] ?? []).map(([longitude = 0, latitude = 0]): [number, number] => [longitude, latitude]);
    const centre = outline[0] ?? [0, 0];
    return { polygon, centre, radius: Math.max(...outline.map((point) => geoDistance(centre, point))) };
  });
}

/** Returns the polygons that may be on a map. */
function visiblePart(shapes: readonly Landmass[], projection: GeoProjection): MultiPolygon {
  const pointAt = (x: number, y: number) => projection.invert?.([x, y]) ?? [NaN, NaN];
  const middle = pointAt(width / 2, height / 2);
  const distances = [0, width].flatMap((x) => [0, height].map((y) => geoDistance(middle, pointAt(x, y))));
  // A corner may lie beyond the edge of the world; then everything may be visible.
  const radius = Math.max(...distances) || Math.PI;
  const visible = shapes.filter((shape) => geoDistance(middle, shape.centre) <= radius + shape.radius);
  return { type: 'MultiPolygon', coordinates: visible.map(({ polygon }) => polygon) };
}
