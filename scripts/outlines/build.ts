/** Makes the map outlines of the app from Natural Earth: land and country borders. */

import { mergeArcs, meshArcs, quantize, transform } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' };

type Countries = Topology<{ countries: GeometryCollection }>;

/**
 * Number of grid steps along each side of the world map. A step is at most 4 km, finer than the source
 * outlines.
 */
const steps = 10_000;
/**
 * ISO 3166 number of Antarctica, which is left out. It has no regions, and would fill the lower part of every
 * map.
 */
const antarctica = '010';

export function buildOutlines() {
  // The file is a topology, but TypeScript gives JSON modules no such type.
  const world = onGrid(atlas as unknown as Countries);
  const countries = world.objects.countries.geometries
    .filter(({ id }) => id !== antarctica)
    .filter((country) => country.type === 'Polygon' || country.type === 'MultiPolygon');
  const land = mergeArcs(world, countries);
  const all = { type: 'GeometryCollection' as const, geometries: countries };
  const borders = meshArcs(world, all, (one, other) => one !== other);
  const used = new Set([...land.arcs.flat(2), ...borders.arcs.flat()].map((arc) => (arc < 0 ? ~arc : arc)));
  const arcs = world.arcs.map((arc, index) => (used.has(index) ? arc : []));
  return { ...world, objects: { land, borders }, arcs };
}

function onGrid({ objects: { countries }, arcs, transform: finer }: Countries): Countries {
  const degreesOf = transform(finer ?? null);
  return quantize(
    {
      type: 'Topology',
      objects: { countries },
      arcs: arcs.map((arc) => arc.map((point, index) => degreesOf([...point], index > 0))),
    },
    steps,
  );
}
