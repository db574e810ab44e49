import { geoPath, type GeoPermissibleObjects, type GeoProjection } from 'd3-geo';
import { type Point, simplifyLine } from './simplify-line.ts';

/**
 * Draws a shape on Earth as the data of an SVG path in whole pixels, simplified and without tiny islands.
 * @param tolerance how far the simplified outline may deviate (px)
 */
export function outlinePath(shape: GeoPermissibleObjects, projection: GeoProjection, tolerance: number): string {
  const path = geoPath(projection)(shape) ?? '';
  const rings = path.split('Z').filter(Boolean);
  return rings.map((ring) => roundToPixels(ring, tolerance)).join('');
}

/** Simplifies a ring and rounds it to relative steps in whole pixels; empty if fewer than five points remain. */
function roundToPixels(ring: string, tolerance: number): string {
  const points = Array.from(ring.matchAll(/(?<![\d.-])([\d.-]+),([\d.-]+)/g), ([, x, y]): Point => [
    Number(x),
    Number(y),
  ]);
  const rounded = simplifyLine(points, tolerance).map(([x, y]): Point => [Math.round(x), Math.round(y)]);
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
