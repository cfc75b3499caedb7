import { describe, expect, it } from 'vitest';
import { readWallSettings } from './options.ts';

const read = (search: string, configured = {}) => readWallSettings(new URLSearchParams(search), configured);

describe('the settings of a wall', () => {
  it('are those of the pictures where nothing is said', () => {
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

  it('come from the address before the configuration', () => {
    const configured = { seconds: 60, distance: 5, theme: 'light', scenes: ['map'], dim: '22-6' };
    expect(read('seconds=30&scenes=events,status&card', configured)).toMatchObject({
      seconds: 30,
      scenes: ['status', 'events'],
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
  ])('%s falls back', (search) => {
    expect(read(search)).toEqual(read(''));
  });

  it('know the zones of the world', () => {
    expect(read('zone=Europe/Zurich').zone).toBe('Europe/Zurich');
  });
});
