import { assert, boolean, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sceneNames } from '#domain/wall/rotation.ts';
import { readWallSettings, wallAddress } from './options.ts';

const read = (search: string, configured = {}) => readWallSettings(new URLSearchParams(search), configured);

describe('wall settings', () => {
  it('have the documented defaults', () => {
    expect(read('')).toEqual({
      scenes: ['overview', 'status', 'map', 'inventory', 'events'],
      seconds: 20,
      theme: 'dark',
      room: { distance: 3, diagonal: 55 },
      zone: 'UTC',
      sound: false,
      deployments: [],
      filter: [],
      dim: null,
      reload: null,
      card: false,
    });
  });

  it('come from the address, then from the configuration', () => {
    const configured = { seconds: 60, distance: 5, theme: 'light', scenes: ['map'], dim: '22-6' };
    expect(read('seconds=30&scenes=events,status&card', configured)).toMatchObject({
      seconds: 30,
      scenes: ['events', 'status'],
      theme: 'light',
      room: { distance: 5, diagonal: 55 },
      dim: [22, 6],
      card: true,
    });
  });

  it.each([
    'seconds=0',
    'seconds=1e99',
    'seconds=',
    'scenes=__proto__',
    'zone=Mars%2FBase',
    'distance=-3',
    'diagonal=NaN',
    'theme=%3Cscript%3E',
    'dim=22-99',
    'reload=25:00',
  ])('%s falls back to the default', (search) => {
    expect(read(search)).toEqual(read(''));
  });

  it('accept all time zones', () => {
    expect(read('zone=Europe/Zurich').zone).toBe('Europe/Zurich');
  });

  it.each(['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Calcutta'])('keep %s as it was set', (zone) => {
    expect(read(`zone=${zone}`).zone).toBe(zone);
    expect(readWallSettings(new URLSearchParams(), { zone }).zone).toBe(zone);
  });
});

describe('the address of a wall', () => {
  const defaults = read('');
  const readBack = (address: string) => {
    const { searchParams, pathname } = new URL(address, 'http://localhost');
    const settings = readWallSettings(searchParams);
    const [, slug, wall] = pathname.split('/');
    return wall === 'wall' ? { ...settings, deployments: [slug] } : settings;
  };

  it('leaves out defaults', () => {
    expect(wallAddress(defaults, defaults)).toBe('/wall');
    expect(wallAddress({ ...defaults, deployments: ['a'] }, defaults)).toBe('/a/wall');
    const chosen = { ...defaults, deployments: ['a', 'b'], scenes: ['map', 'status'], seconds: 30 } as const;
    expect(wallAddress(chosen, defaults)).toBe('/wall?deployments=a,b&scenes=map,status&seconds=30');
  });

  it('restores the chosen settings with any configuration', () => {
    const names = shuffledSubarray([...sceneNames], { minLength: 1 });
    const chosen = record({
      scenes: names,
      seconds: integer({ min: 5, max: 3600 }),
      theme: constantFrom('dark' as const, 'light' as const),
      room: record({
        distance: integer({ min: 1, max: 50 }),
        diagonal: integer({ min: 5, max: 300 }),
      }),
      zone: constantFrom('UTC', 'Europe/Zurich'),
      sound: boolean(),
      deployments: shuffledSubarray(['a', 'b', 'c']),
      dim: constantFrom(null, [22, 6] as const),
    });
    assert(
      property(chosen, (settings) => {
        const all = { ...defaults, ...settings };
        expect(readBack(wallAddress(all, defaults))).toEqual(all);
      }),
    );
  });
});
