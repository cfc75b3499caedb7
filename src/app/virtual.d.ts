/** Made by the build from `scripts/gazetteer`; `createGazetteer` reads it. */
declare module 'virtual:gazetteer' {
  const text: string;
  export default text;
}

/** The places that the other does not hold. */
declare module 'virtual:gazetteer-others' {
  const text: string;
  export default text;
}

/** Made by the build from `scripts/outlines`. */
declare module 'virtual:outlines' {
  import type { MultiLineString, MultiPolygon, Topology } from 'topojson-specification';

  const outlines: Topology & {
    readonly objects: { readonly land: MultiPolygon; readonly borders: MultiLineString };
  };
  export default outlines;
}
