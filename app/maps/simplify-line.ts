/** A point in any plane: pixels of a picture, or degrees of longitude and latitude. */
export type Point = readonly [x: number, y: number];

/** Simplifies a line to within a tolerance, in the unit of its points (Ramer–Douglas–Peucker). */
export function simplifyLine(line: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [line[0], line[line.length - 1]];
  if (!first || !last || line.length < 3) return [...line];
  const distances = line.map((point) => distanceFromLine(first, last, point));
  const farthest = distances.indexOf(Math.max(...distances));
  if ((distances[farthest] ?? 0) <= tolerance) return [first, last];
  return [
    ...simplifyLine(line.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplifyLine(line.slice(farthest), tolerance),
  ];
}

/** Returns the distance of a point from the line through two others, or from both if they coincide. */
function distanceFromLine([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point): number {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
}
