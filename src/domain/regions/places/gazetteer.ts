/**
 * Finds positions of places by name and country. The API sends a city and a country code, but no coordinates
 * (API document, part 2, Region).
 */

import { greatCircle } from './great-circle.ts';
import { foldName, spellings, splitQualifiers } from './spelling.ts';

export interface Location {
  /** Latitude in degrees north; `lon` is the longitude in degrees east. */
  readonly lat: number;
  readonly lon: number;
  /** IANA time zone; `null` if only coordinates are known. */
  readonly timeZone: string | null;
  /** Name in the gazetteer; `null` if the configuration sets the position. */
  readonly name: string | null;
  /** Why this may be the wrong place, in words; `null` if there is no doubt. */
  readonly doubt: string | null;
}

/**
 * A parsed country: entries of its places by folded name. Several entries of one name are joined by `;`, most
 * populous first. Entries stay text, because a page that is open for weeks parses every country but needs few
 * places.
 */
interface Country {
  readonly zones: readonly string[];
  readonly entries: ReadonlyMap<string, string>;
}

export interface Gazetteer {
  readonly countries: readonly string[];
  /**
   * Finds the places with a folded name in a country, most populous first. The country is parsed on first
   * use.
   */
  readonly findByName: (country: string, name: string) => readonly Location[];
}

/** Territories that services also list under the code of another country, by that country's code. */
const territories: Readonly<Record<string, readonly string[]>> = {
  CN: ['HK', 'MO', 'TW'],
  DK: ['GL', 'FO'],
  FR: ['RE', 'GP', 'MQ', 'GF', 'NC', 'PF', 'YT'],
  GB: ['GG', 'JE', 'IM', 'GI', 'BM', 'KY'],
  IL: ['PS'],
  NL: ['CW', 'AW', 'SX', 'BQ'],
  UK: ['GB'],
  US: ['PR', 'GU', 'VI', 'AS', 'MP'],
};

const ambiguous = 'several places in the country have this name';

const noCountry: Country = { zones: [], entries: new Map() };

function namesOf(entry: string): readonly string[] {
  return entry.slice(0, entry.indexOf('|')).replace(/^~+/, '').split('=');
}

function placeOf(entry: string, zones: readonly string[]): Location {
  const [, lat = '', lon = '', zone = ''] = entry.split('|');
  return {
    lat: Number(lat) / 100,
    lon: Number(lon) / 100,
    timeZone: zones[Number(zone)] ?? null,
    name: namesOf(entry)[0] ?? null,
    doubt: entry.startsWith('~') ? ambiguous : null,
  };
}

function readCountry(line: string): Country {
  const [, head = '', ...all] = line.split(';');
  const [zones = '', allStates = ''] = head.split('|');
  const states = allStates.split(',').map((state) => state.split('=').map(foldName));
  const entries = new Map<string, string>();
  const add = (name: string, entry: string) => {
    const others = entries.get(name);
    entries.set(name, others === undefined ? entry : `${others};${entry}`);
  };
  for (const entry of all) {
    const names = namesOf(entry).map(foldName);
    for (const name of names) add(name, entry);
    const state = entry.split('|')[4];
    // A name followed by its state is no longer ambiguous.
    const settled = entry.replace('~', '');
    const inState = (names: readonly string[]) =>
      names.flatMap((name) => (states[Number(state)] ?? []).map((each) => `${name} ${each}`));
    for (const name of state === undefined ? [] : inState(names)) if (!names.includes(name)) add(name, settled);
  }
  return { zones: zones.split(','), entries };
}

/**
 * Parses the text that `scripts/gazetteer` writes. Each line is a country:
 * `zone,zone|state=spelling,state;name=name|latitude|longitude|zone|state;…`, preceded by its code and `;`, with
 * the place of most people first. Degrees are multiplied by 100. Zones and states of a place are indexes from 0;
 * without a zone it is 0. `~` before a name: another state has it too. `~~`: its own state has it twice.
 */
export function createGazetteer(text: string): Gazetteer {
  const lines = new Map(text.split('\n').map((line) => [line.slice(0, 2), line]));
  const read = new Map<string, Country>();
  const countryOf = (code: string): Country => {
    const line = lines.get(code);
    // Not cached, because a service may send any number of unknown countries.
    if (line === undefined) return noCountry;
    const country = read.get(code) ?? readCountry(line);
    read.set(code, country);
    return country;
  };
  return {
    countries: [...lines.keys()],
    findByName: (code, name) => {
      const { zones, entries } = countryOf(code);
      return (entries.get(name)?.split(';') ?? []).map((entry) => placeOf(entry, zones));
    },
  };
}

export function joinGazetteers(one: Gazetteer, other: Gazetteer): Gazetteer {
  return {
    countries: [...new Set([...one.countries, ...other.countries])],
    findByName: (country, name) => [...one.findByName(country, name), ...other.findByName(country, name)],
  };
}

/** Whether a larger gazetteer is not needed for a place: it is known in this one, or has no name. */
export function isEnoughFor(
  gazetteer: Gazetteer,
  { name, country }: { readonly name: string | null; readonly country: string | null },
): boolean {
  const [first] = spellings(name ?? '');
  return first === undefined || gazetteer.findByName(countryIn(country), first).length > 0;
}

function countryIn(sent: string | null): string {
  return sent?.trim().toUpperCase() ?? '';
}

const languages = ['en', 'de', 'es', 'fr', 'pt', 'zh', 'ja', 'ko'];
const shortNames: Readonly<Record<string, readonly string[]>> = {
  AE: ['uae'],
  GB: ['uk', 'great britain'],
  NL: ['holland'],
  US: ['usa'],
};
const namesOfCountries = new Map<string, ReadonlySet<string>>();

function countryNames(code: string): ReadonlySet<string> {
  const known = namesOfCountries.get(code);
  if (known) return known;
  const names = languages.map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(code));
  const all = new Set([code, ...names, ...(shortNames[code] ?? [])].map((name) => foldName(name ?? '')));
  namesOfCountries.set(code, all);
  return all;
}

function isInCountry(country: string, qualifier: readonly string[]): boolean {
  const sovereigns = Object.keys(territories).filter((code) => territories[code]?.includes(country));
  return [country, ...sovereigns].some((code) => qualifier.some((each) => countryNames(code).has(each)));
}

/** Maximum kilometres between two places in one region name: "Raleigh/Durham". */
const mostApart = 100;

type Name = readonly string[];
type Find = (names: Name) => readonly Location[];

/**
 * Finds the places of a name that match all its qualifiers. A qualifier is the country, the state, or a
 * nearby place. If a qualifier may mean another place, nothing matches.
 */
function qualified(name: string, country: string, find: Find): readonly Location[] {
  const split = splitQualifiers(name);
  if (!split) return [];
  let places = find(split.head);
  for (const qualifier of split.qualifiers) {
    if (places.length === 0) return [];
    if (isInCountry(country, qualifier)) continue;
    const inState = find(split.head.flatMap((head) => qualifier.map((each) => `${head} ${each}`)));
    const near = inState.length > 0 ? [] : find(qualifier);
    places =
      inState.length > 0
        ? inState.filter((one) => places.some(({ lat, lon }) => lat === one.lat && lon === one.lon))
        : places.filter((place) => near.some((other) => greatCircle(place, other) < mostApart));
  }
  return places;
}

function firstKnown(gazetteer: Gazetteer, country: string): Find {
  return (names) => {
    for (const name of names) {
      const found = gazetteer.findByName(country, name);
      if (found.length > 0) return found;
    }
    return [];
  };
}

function among(gazetteer: Gazetteer, country: string, name: string, names: Name): Location | null {
  const find = firstKnown(gazetteer, country);
  const found = find(names);
  const [first, ...others] = found.length > 0 ? found : qualified(name, country, find);
  if (!first) return null;
  return others.length > 0 ? { ...first, doubt: ambiguous } : first;
}

/** Finds a place without knowing the country. Only a name that exists in a single country is accepted. */
function anywhere(gazetteer: Gazetteer, name: string, names: Name): Location | null {
  const found = gazetteer.countries.flatMap((country) => among(gazetteer, country, name, names) ?? []);
  const [only, ...others] = found;
  if (!only || others.length > 0) return null;
  return { ...only, doubt: 'the service gives no country' };
}

/** Finds the position of a place; `null` if the country has no place of that name. Nothing is guessed. */
export function locate(
  gazetteer: Gazetteer,
  place: { readonly name: string | null; readonly country: string | null },
): Location | null {
  const name = place.name ?? '';
  const names = spellings(name);
  if (names.length === 0) return null;
  const country = countryIn(place.country);
  if (country === '') return anywhere(gazetteer, name, names);
  const found = among(gazetteer, country, name, names);
  if (found) return found;
  for (const territory of territories[country] ?? []) {
    const beyond = among(gazetteer, territory, name, names);
    if (beyond)
      return country === 'UK' ? beyond : { ...beyond, doubt: `it is in ${territory}, not in ${country}` };
  }
  return null;
}
