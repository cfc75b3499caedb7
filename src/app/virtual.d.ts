/** Gazetteer of common places as text, generated from `scripts/gazetteer`. `createGazetteer` reads it. */
declare module 'virtual:gazetteer' {
  const text: string;
  export default text;
}

/** Gazetteer of the places that are not in `virtual:gazetteer`. */
declare module 'virtual:gazetteer-others' {
  const text: string;
  export default text;
}

/** Outlines of land and country borders, generated from `scripts/outlines`. */
declare module 'virtual:outlines' {
  import type { MultiLineString, MultiPolygon, Topology } from 'topojson-specification';

  const outlines: Topology & {
    readonly objects: { readonly land: MultiPolygon; readonly borders: MultiLineString };
  };
  export default outlines;
}
