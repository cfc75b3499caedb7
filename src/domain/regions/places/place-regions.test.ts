import { describe, expect, it } from 'vitest';
import { createGazetteer } from './gazetteer.ts';
import { greatCircle } from './great-circle.ts';
import { placeRegions } from './place-regions.ts';

const gazetteer = createGazetteer(
  'FR;Europe/Paris;Paris|4885|235;Marseille|4330|537\nGB;Europe/London;London|5151|-13',
);
const region = (code: string | null, name: string | null, country: string | null) => ({ code, name, country });

describe('regions on the map', () => {
  it('are placed by the configuration before the gazetteer', () => {
    const { placed } = placeRegions([region('par1', 'Paris', 'FR')], { par1: { lat: 1, lon: 2 } }, gazetteer);
    expect(placed[0]?.location).toMatchObject({ lat: 1, lon: 2, doubt: null });
  });

  it('have the time zone of their position, or none', () => {
    const zoneAt = (lat: number, lon: number) =>
      placeRegions([region('par1', 'Paris', 'FR')], { par1: { lat, lon } }, gazetteer).placed[0]?.location
        .timeZone;
    expect(zoneAt(48.92, 2.36)).toBe('Europe/Paris');
    expect(zoneAt(43.66, -70.26)).toBeNull();
  });

  it('are unplaced if their position is unknown, and never twice on the map', () => {
    const { placed, unplaced } = placeRegions(
      [
        region('lon1', 'London', 'GB'),
        region('lon1', 'London', 'GB'),
        region('hvl1', 'Harlow Vale', 'GB'),
        region(null, 'Paris', 'FR'),
        region('constructor', null, null),
      ],
      {},
      gazetteer,
    );
    expect(placed.map(({ code }) => code)).toEqual(['lon1']);
    expect(unplaced.map(({ code }) => code)).toEqual(['hvl1', null, 'constructor']);
  });
});

describe('distances over the earth', () => {
  it('are great-circle distances', () => {
    expect(greatCircle({ lat: 48.85, lon: 2.35 }, { lat: 43.3, lon: 5.37 })).toBeCloseTo(661, -1);
    expect(greatCircle({ lat: 0, lon: 179 }, { lat: 0, lon: -179 })).toBeCloseTo(222, 0);
    expect(greatCircle({ lat: 90, lon: 0 }, { lat: -90, lon: 0 })).toBeCloseTo(20_015, 0);
    expect(greatCircle({ lat: 5, lon: 5 }, { lat: 5, lon: 5 })).toBe(0);
  });
});
