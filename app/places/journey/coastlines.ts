import { type Point, simplifyLine } from '#app/maps/simplify-line.ts';

/** The land on Earth, and Germany, as polygons of longitude and latitude (degrees). */
export interface Coastlines {
  land: MultiPolygon;
  germany: MultiPolygon;
}

export interface MultiPolygon {
  type: 'MultiPolygon';
  coordinates: Polygon[];
}

/** Rings of longitude and latitude: the outline, then its lakes. */
export type Polygon = number[][][];

/**
 * Coastlines as strings, one per polygon: its rings, separated by `;`. A ring is a list of steps in multiples of
 * `unit`, in base 36, separated by commas.
 */
export type PackedCoastlines = Record<keyof Coastlines, string[]>;

/** Degrees per unit: about 5 km, roughly a pixel of the most detailed map. */
const unit = 0.05;
/** The tolerance of simplification (degrees): at most 7 km. */
const tolerance = 0.06;
/** Minimum extent (degrees). Smaller islands would be dots on every map; Bahrain and Malta are larger. */
const minSize = 0.2;

/** Packs coastlines for the list in this folder: simplified, and without tiny islands and lakes. */
export function packCoastlines({ land, germany }: Coastlines): PackedCoastlines {
  return { land: packShape(land), germany: packShape(germany) };
}

/** Returns the coastlines that {@link packCoastlines} has packed. */
export function unpackCoastlines({ land, germany }: PackedCoastlines): Coastlines {
  return { land: unpackShape(land), germany: unpackShape(germany) };
}

function packShape({ coordinates }: MultiPolygon): string[] {
  return coordinates.map((rings) => rings.filter(isVisible).map(packRing).filter(Boolean).join(';')).filter(Boolean);
}

function isVisible(ring: number[][]): boolean {
  const extent = (axis: 0 | 1) => {
    const values = ring.map((point) => point[axis] ?? 0);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.max(extent(0), extent(1)) >= minSize;
}

/** Packs a ring; empty if fewer than four points remain. */
function packRing(ring: number[][]): string {
  const points = simplifyLine(ring as unknown as Point[], tolerance);
  if (points.length < 4) return '';
  let [lastX, lastY] = [0, 0];
  return points
    .map(([longitude, latitude]) => {
      const [x, y] = [Math.round(longitude / unit), Math.round(latitude / unit)];
      const step = `${(x - lastX).toString(36)},${(y - lastY).toString(36)}`;
      [lastX, lastY] = [x, y];
      return step;
    })
    .join(',');
}

function unpackShape(polygons: string[]): MultiPolygon {
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.split(';').map(unpackRing)) };
}

function unpackRing(packed: string): number[][] {
  const steps = packed.split(',').map((step) => parseInt(step, 36));
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, index) => {
    x += steps[2 * index] ?? 0;
    y += steps[2 * index + 1] ?? 0;
    return [x * unit, y * unit];
  });
}
