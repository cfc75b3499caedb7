/** Where places are, by name and country: the API gives a city and a country code, no coordinates (part 2, Region). */

import { foldName, spellings } from './spelling.ts';

export interface Location {
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
  /** IANA name of its time zone; `null` where only coordinates are known. */
  readonly timeZone: string | null;
  /** The name it was found by; `null` where the configuration places it. */
  readonly name: string | null;
  /** Why it may be another place; `null` where nothing speaks for one. */
  readonly doubt: string | null;
}

/**
 * A country as it is read: entries by folded name, several of one name joined by `;`, the one with most people first. They
 * stay text, for a page that lives for weeks reads every country and needs a few places of each.
 */
interface Country {
  readonly zones: readonly string[];
  readonly entries: ReadonlyMap<string, string>;
}

export interface Gazetteer {
  /** Codes of the countries it holds. */
  readonly countries: readonly string[];
  /** The places of a folded name in a country, which is read when it is first asked for; the first has most people. */
  readonly named: (country: string, name: string) => readonly Location[];
}

/** Country codes whose places services also list under another country's. */
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
  const sent = entry.slice(0, entry.indexOf('|'));
  return (sent.startsWith('~') ? sent.slice(1) : sent).split('=');
}

function placeOf(entry: string, zones: readonly string[]): Location {
  const [, lat = '', lon = '', zone = '0'] = entry.split('|');
  return {
    lat: Number(lat) / 100,
    lon: Number(lon) / 100,
    timeZone: zones[Number(zone)] ?? null,
    name: namesOf(entry)[0] ?? null,
    doubt: entry.startsWith('~') ? ambiguous : null,
  };
}

function readCountry(line: string): Country {
  const [, zones = '', ...all] = line.split(';');
  const entries = new Map<string, string>();
  for (const entry of all)
    for (const name of namesOf(entry).map(foldName)) {
      const others = entries.get(name);
      entries.set(name, others === undefined ? entry : `${others};${entry}`);
    }
  return { zones: zones.split(','), entries };
}

/**
 * Takes what `scripts/gazetteer` writes. A line for each country: code, time zones, places by falling population. A
 * place is its names joined by `=`, hundredths of a degree north and east, and the number of its zone where it is not
 * the first; `~` says that another place of the country has the name, too.
 */
export function createGazetteer(text: string): Gazetteer {
  const lines = new Map(text.split('\n').map((line) => [line.slice(0, 2), line]));
  const read = new Map<string, Country>();
  const countryOf = (code: string): Country => {
    const line = lines.get(code);
    // A service may name any number of countries.
    if (line === undefined) return noCountry;
    const country = read.get(code) ?? readCountry(line);
    read.set(code, country);
    return country;
  };
  return {
    countries: [...lines.keys()],
    named: (code, name) => {
      const { zones, entries } = countryOf(code);
      return (entries.get(name)?.split(';') ?? []).map((entry) => placeOf(entry, zones));
    },
  };
}

/** Both as one. */
export function joinGazetteers(one: Gazetteer, other: Gazetteer): Gazetteer {
  return {
    countries: [...new Set([...one.countries, ...other.countries])],
    named: (country, name) => [...one.named(country, name), ...other.named(country, name)],
  };
}

/** Whether no more places than a gazetteer holds can say more of one. */
export function holds(
  gazetteer: Gazetteer,
  { name, country }: { readonly name: string | null; readonly country: string | null },
): boolean {
  const [first] = spellings(name ?? '');
  return first === undefined || gazetteer.named(countryIn(country), first).length > 0;
}

function countryIn(sent: string | null): string {
  return sent?.trim().toUpperCase() ?? '';
}

function among(gazetteer: Gazetteer, country: string, names: readonly string[]): Location | null {
  for (const name of names) {
    const [first, ...others] = gazetteer.named(country, name);
    if (first) return others.length > 0 ? { ...first, doubt: ambiguous } : first;
  }
  return null;
}

/** Without a country only a name that stands in one country is known well enough. */
function anywhere(gazetteer: Gazetteer, names: readonly string[]): Location | null {
  const found = gazetteer.countries.flatMap((country) => among(gazetteer, country, names) ?? []);
  const [only, ...others] = found;
  if (!only || others.length > 0) return null;
  return { ...only, doubt: 'the service gives no country' };
}

/** Where a place is; `null` where no place of the name is known in the country: nothing is guessed. */
export function locate(
  gazetteer: Gazetteer,
  place: { readonly name: string | null; readonly country: string | null },
): Location | null {
  const names = spellings(place.name ?? '');
  if (names.length === 0) return null;
  const country = countryIn(place.country);
  if (country === '') return anywhere(gazetteer, names);
  const found = among(gazetteer, country, names);
  if (found) return found;
  for (const territory of territories[country] ?? []) {
    const beyond = among(gazetteer, territory, names);
    if (beyond)
      return country === 'UK' ? beyond : { ...beyond, doubt: `it is in ${territory}, not in ${country}` };
  }
  return null;
}
