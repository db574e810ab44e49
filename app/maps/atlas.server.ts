import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature, merge } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

// Real geography (Natural Earth, public domain, via world-atlas). Used only for generated files, because
// world-atlas is not installed on servers.

/** Shapes on Earth, as polygons of longitude and latitude (degrees). */
export interface Atlas {
  /** All land, without borders. */
  land: Shape;
  germany: Shape;
}

interface Shape {
  type: 'MultiPolygon';
  coordinates: number[][][][];
}

/** The ISO 3166-1 number of Germany. */
const germanyId = '276';

/** Reads the atlas, at a scale of 1 : 50 million. @throws {Error} if it does not contain Germany */
export function readAtlas(): Atlas {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ countries: GeometryCollection }>;
  const { countries } = atlas.objects;
  const germany = feature(atlas, countries).features.find(({ id }) => id === germanyId)?.geometry;
  if (germany?.type !== 'MultiPolygon')
    throw new Error(`The map data of world-atlas does not contain Germany (id ${germanyId})`);
  return {
    land: merge(atlas, countries.geometries as Parameters<typeof merge>[1]),
    germany,
  };
}
