/** Makes the outlines that the app draws from those of Natural Earth: the land, and the borders of countries on it. */

import { mergeArcs, meshArcs, quantize, transform } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' };

type Countries = Topology<{ countries: GeometryCollection }>;

/** Of the grid along each side of the world: 4 km at most, finer than the outlines are. */
const steps = 10_000;
/** Its number in ISO 3166. Nobody keeps a region there, and it would fill the foot of every map. */
const antarctica = '010';

/** What `virtual:outlines` holds. */
export function buildOutlines() {
  // The file is a topology; JSON modules have no narrower type.
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
