import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import zoneTable from 'moment-timezone/data/meta/latest.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { buildGazetteer } from '#scripts/gazetteer/build.ts';
import { createGazetteer, isEnoughFor, joinGazetteers, locate } from './gazetteer.ts';
import { formatLocalTime } from './local-time.ts';

const texts = buildGazetteer();
const usual = createGazetteer(texts.usual);
const gazetteer = joinGazetteers(usual, createGazetteer(texts.others));
const find = (name: string | null, country: string | null) => locate(gazetteer, { name, country });

describe('the position of a place', () => {
  it.each([
    ['São Paulo', 'SAO PAULO', 'BR'],
    ['Zürich', 'Zurich', 'CH'],
    ['München', 'Munich', 'DE'],
    ['Duesseldorf', 'Düsseldorf', 'DE'],
    ['Washington D.C.', 'Washington', 'US'],
    ['Frankfurt (Main)', 'Frankfurt am Main', 'DE'],
    ['St. Petersburg', 'Санкт-Петербург', 'RU'],
    ['Ashburn, VA', 'ashburn', 'us'],
    ['Tokyo 2', '東京', 'JP'],
    ['英国伦敦', 'London', 'GB'],
    ['서울', 'Seoul', 'KR'],
    ['Ciudad Juárez', 'Juárez', 'MX'],
    ['Prishtina', 'Pristina', 'XK'],
    ['Nukualofa', 'Nuku‘alofa', 'TO'],
    ['Nuku’alofa', 'Nukuʻalofa', 'TO'],
    ['Paris, France', 'Paris', 'FR'],
    ['London, England', 'London', 'GB'],
    ['Hong Kong, China', 'Hong Kong', 'HK'],
    ['Tokyo (East)', 'Tokyo', 'JP'],
    ['Tokyo (Inzai)', 'Tokyo', 'JP'],
    ['Frankfurt/Oder', 'Frankfurt (Oder)', 'DE'],
    ['Portland, Maine', 'Portland, ME, USA', 'US'],
    ['Ashburn, VA 2', 'Ashburn, VA', 'US'],
  ])('%s is %s', (one, other, country) => {
    const location = find(one, country);
    expect(location).not.toBeNull();
    expect(find(other, country)).toEqual(location);
  });

  it('has degrees and the time zone', () => {
    const location = find('Marseille', 'FR');
    expect(location).toMatchObject({ timeZone: 'Europe/Paris', doubt: null });
    expect(location?.lat).toBeCloseTo(43.3, 1);
    expect(location?.lon).toBeCloseTo(5.4, 1);
    expect(find('Phoenix', 'US')?.timeZone).toBe('America/Phoenix');
  });

  it('is that of the most populous of several places, with a doubt', () => {
    expect(find('Portland', 'US')?.lon).toBeCloseTo(-122.7, 0);
    expect(find('Portland', 'US')?.doubt).toMatch(/several places/);
  });

  it.each([
    ['Portland, OR', 'US', 45.5, -122.7],
    ['Portland, ME', 'US', 43.7, -70.3],
    ['Springfield, IL', 'US', 39.8, -89.6],
    ['Springfield, MO', 'US', 37.2, -93.3],
    ['Frankfurt (Oder)', 'DE', 52.3, 14.6],
    ['Frankfurt (Main)', 'DE', 50.1, 8.7],
    ['London, ON', 'CA', 43, -81.2],
    ['Vancouver, WA', 'US', 45.6, -122.7],
  ])('uses the qualifier of %s, without doubt', (name, country, lat, lon) => {
    const location = find(name, country);
    expect(location?.lat).toBeCloseTo(lat, 0);
    expect(location?.lon).toBeCloseTo(lon, 0);
    expect(location?.doubt).toBeNull();
  });

  it.each([
    ['Portland, XX', 'US'],
    ['Portland (Atlantis)', 'US'],
    ['Dallas, OR', 'US'],
    ['Portland/Springfield', 'US'],
    ['Frankfurt (Atlantis)', 'DE'],
    ['Marseille, Germany', 'FR'],
    ['Paris (a'.repeat(24), 'FR'],
  ])('%s is not on the map: its qualifier matches no place of the name', (name, country) => {
    expect(find(name, country)).toBeNull();
  });

  it.each([
    ['no such place', 'Harlow Vale', 'GB'],
    ['a place of another country', 'Marseille', 'DE'],
    ['no name', null, 'FR'],
    ['an empty name', '  ', 'FR'],
    ['marks without letters', '-/,()', 'FR'],
    ['a country that there is not', 'Paris', 'ZZ'],
    ['a name in many countries, without a country', 'Victoria', null],
    ['a name of 20,000 letters', 'x'.repeat(20_000), 'GB'],
    ['a member of every object', 'constructor', 'US'],
  ])('is unknown for %s', (_, name, country) => {
    expect(find(name, country)).toBeNull();
  });

  it('has a doubt without a country, or in a territory', () => {
    expect(find('Marseille', null)?.doubt).toMatch(/no country/);
    expect(find('Hong Kong', 'CN')?.doubt).toMatch(/in HK/);
    expect(find('London', 'UK')).toEqual(find('London', 'GB'));
  });

  it.each([
    ['usual', 26_000],
    ['others', 32_000],
  ] as const)('stays small, because the data of %s is sent to browsers with a map', (which, most) => {
    expect(gzipSync(texts[which], { level: 9 }).byteLength).toBeLessThan(most);
  });
});

describe('the time zone of a place', () => {
  it.each([
    ['Dili', 'TL', '21:00'],
    ['Dandong', 'CN', '20:00'],
    ['Saint-Pierre', 'PM', '09:00'],
    ['Cockburn Town', 'TC', '07:00'],
    ['Geneina', 'SD', '14:00'],
    ['Jaigaon', 'IN', '17:30'],
    ['Ciudad Juárez', 'MX', '05:00'],
    ['Pago Pago', 'AS', '01:00'],
  ])('%s %s has %s at 12:00 UTC in winter', (name, country, shown) => {
    const zone = find(name, country)?.timeZone ?? '';
    expect(formatLocalTime(Date.parse('2026-01-15T12:00:00Z'), zone)).toBe(shown);
  });

  it('has the name that its country uses', () => {
    expect(find('Ciudad Juárez', 'MX')?.timeZone).toBe('America/Ciudad_Juarez');
    expect(find('Pago Pago', 'AS')?.timeZone).toBe('Pacific/Pago_Pago');
    expect(find('Kolkata', 'IN')?.timeZone).toBe('Asia/Kolkata');
  });

  /** All time zones of a country, by the source of the gazetteer and by Node's own data. */
  function zonesOf(country: string): readonly string[] {
    const canonical = (zone: string) =>
      new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
    const own = Object.values(zoneTable.zones).filter(({ countries }) => countries[0] === country);
    // Node 20 has the getter. Later versions have the method.
    const locale: { timeZones?: string[]; getTimeZones?: () => string[] | undefined } = new Intl.Locale(
      `und-${country}`,
    );
    const ofNode = locale.getTimeZones?.() ?? locale.timeZones ?? [];
    return [...own.map(({ name }) => canonical(name)), ...ofNode];
  }

  it('is one of its own country for every place that the build ships', () => {
    const strange: string[] = [];
    let places = 0;
    for (const line of `${texts.usual}\n${texts.others}`.split('\n')) {
      const [country = '', head = '', ...entries] = line.split(';');
      const [zones = ''] = head.split('|');
      const own = country === 'XK' ? ['Europe/Belgrade'] : zonesOf(country);
      places += entries.length;
      for (const zone of zones.split(',')) {
        const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
        if (!own.includes(timeZone)) strange.push(`${country} ${zone}`);
      }
    }
    expect(places).toBeGreaterThan(3_000);
    expect(strange).toEqual([]);
  });
});

/** First two letters of a region’s zone → bounding box, in degrees west, south, east and north. */
const bounds: Readonly<Record<string, readonly [number, number, number, number]>> = {
  af: [-26, -36, 64, 38],
  ap: [40, -56, 180, 66],
  eu: [-32, 27, 180, 82],
  me: [19, 11, 64, 43],
  na: [-180, 7, -34, 84],
  oc: [-180, -56, 180, 30],
  sa: [-93, -56, -34, 14],
};

interface ListedPlace {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly zone: string;
}

describe.each([
  ['regions.real.json', 0.99],
  ['regions.zh.json', 0.9],
])('%s', (file, least) => {
  const path = new URL(`../../../../../shared/real/${file}`, import.meta.url);
  const missing = !existsSync(path);
  const title = missing
    ? `not measured: ${file} is not on this machine`
    : 'is placed, and on the right continent';
  it.skipIf(missing)(title, () => {
    const listed: readonly ListedPlace[] = JSON.parse(readFileSync(path, 'utf8'));
    const placed = listed.map((region) => ({ region, location: locate(gazetteer, region) }));
    const misses = placed
      .filter(({ location }) => !location)
      .map(({ region }) => `${region.name} ${region.country}`);
    process.stdout.write(
      `${file}: ${listed.length - misses.length} of ${listed.length} placed; not: ${misses.join(', ')}\n`,
    );
    expect(1 - misses.length / listed.length).toBeGreaterThanOrEqual(least);
    const cached = placed.filter(({ region }) => isEnoughFor(usual, region));
    process.stdout.write(`${file}: ${cached.length} of them among the usual places\n`);
    for (const { region, location } of cached) expect(locate(usual, region)).toEqual(location);
    const astray = placed.filter(({ region, location }) => {
      const [west, south, east, north] = bounds[region.zone.slice(0, 2)] ?? [0, 0, 0, 0];
      if (!location) return false;
      return location.lon < west || location.lon > east || location.lat < south || location.lat > north;
    });
    expect(astray.map(({ region, location }) => [region.name, region.zone, location])).toEqual([]);
  });
});
