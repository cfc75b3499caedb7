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

/** The places of a name, folded; the first has most people. */
type Country = ReadonlyMap<string, readonly Location[]>;

export interface Gazetteer {
  /** Codes of the countries it holds. */
  readonly countries: readonly string[];
  /** The places of a country, read when it is first asked for. */
  readonly country: (code: string) => Country;
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

function placeOf(entry: string, zones: readonly string[]): readonly [readonly string[], Location] {
  const [sent = '', lat = '', lon = '', zone = '0'] = entry.split('|');
  const shared = sent.startsWith('~');
  const names = (shared ? sent.slice(1) : sent).split('=');
  const location: Location = {
    lat: Number(lat) / 100,
    lon: Number(lon) / 100,
    timeZone: zones[Number(zone)] ?? null,
    name: names[0] ?? null,
    doubt: shared ? ambiguous : null,
  };
  return [names, location];
}

function readCountry(line: string): Country {
  const [, zones = '', ...entries] = line.split(';');
  const places = new Map<string, Location[]>();
  for (const entry of entries) {
    const [names, location] = placeOf(entry, zones.split(','));
    for (const name of names.map(foldName)) places.set(name, [...(places.get(name) ?? []), location]);
  }
  return places;
}

/**
 * Takes what `scripts/gazetteer` writes. A line for each country: code, time zones, places by falling population. A
 * place is its names joined by `=`, hundredths of a degree north and east, and the number of its zone where it is not
 * the first; `~` says that another place of the country has the name, too.
 */
export function createGazetteer(text: string): Gazetteer {
  const lines = new Map(text.split('\n').map((line) => [line.slice(0, 2), line]));
  const read = new Map<string, Country>();
  const country = (code: string): Country => {
    const known = read.get(code);
    if (known) return known;
    const places = readCountry(lines.get(code) ?? '');
    read.set(code, places);
    return places;
  };
  return { countries: [...lines.keys()], country };
}

function among(gazetteer: Gazetteer, country: string, names: readonly string[]): Location | null {
  for (const name of names) {
    const [first, ...others] = gazetteer.country(country).get(name) ?? [];
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
  const country = place.country?.trim().toUpperCase() ?? '';
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
