/**
 * Reads the settings of a wall: from the address, then the configuration, then defaults. Invalid values are
 * ignored.
 */

import { paths, searchOf } from '#app/url/paths.ts';
import type { Theme } from '#contract/host.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { defaultRoom, type Room } from '#domain/wall/geometry.ts';
import { isSceneName, type SceneName, sceneNames } from '#domain/wall/rotation.ts';

export interface WallSettings {
  /** Scenes in the order of rotation. */
  readonly scenes: readonly SceneName[];
  /** Duration of one step of the rotation in seconds. */
  readonly seconds: number;
  readonly theme: Theme;
  readonly room: Room;
  /** IANA time zone of the clocks. */
  readonly zone: string;
  readonly sound: boolean;
  /** Slugs of the deployments to show; empty for all. */
  readonly deployments: readonly string[];
  /** Words in lower case. Only components whose name contains one of them are shown; empty for all. */
  readonly filter: readonly string[];
  /** Hours of the day (from, until) in which the screen is dimmed; `null` for never. */
  readonly dim: readonly [number, number] | null;
  /** Minute of the day (from 0) at which the page reloads; `null` for never. */
  readonly reload: number | null;
  readonly card: boolean;
}

const ranges = { seconds: [5, 3600], distance: [0.5, 50], diagonal: [5, 300] } as const;

function numberIn(text: string | null, [least, most]: readonly [number, number]): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

function words(text: string | null): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/**
 * Returns a time zone under the name that was set, because browsers resolve `Asia/Kolkata` to its old name;
 * `null` if the browser does not know the zone.
 */
function zoneOf(name: string | null): string | null {
  return name !== null && resolvedZone(name) !== null ? name : null;
}

/** Returns the browser's own name of a time zone; `null` if the browser does not know the zone. */
export function resolvedZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

function hoursOf(text: string | null | undefined): readonly [number, number] | null {
  const match = /^(\d{1,2})-(\d{1,2})$/.exec(text ?? '');
  const [from, until] = [Number(match?.[1]), Number(match?.[2])];
  return from < 24 && until < 24 && from !== until ? [from, until] : null;
}

function minuteOf(text: string | null | undefined): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text ?? '');
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2])];
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** Returns a configured value in the format of the address; `null` if it is missing or has another type. */
function configuredText(configured: unknown, name: string): string | null {
  const value = isPlainObject(configured) ? configured[name] : undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(',') : null;
}

/**
 * Reads the settings of a wall.
 * @param configured - `wall` of `/config.json`. The host checks it, but a file written by hand may contain
 * anything.
 */
export function readWallSettings(search: URLSearchParams, configured: unknown = {}): WallSettings {
  /** Returns the first valid value of a setting from address and configuration; `null` without one. */
  function first<T>(name: string, read: (text: string | null) => T | null): T | null {
    return read(search.get(name)) ?? read(configuredText(configured, name));
  }
  const either = (name: string) => search.get(name) ?? configuredText(configured, name);
  const scenes = first('scenes', (text) => {
    const named = words(text).filter(isSceneName);
    return named.length > 0 ? [...new Set(named)] : null;
  });
  return {
    scenes: scenes ?? sceneNames,
    seconds: first('seconds', (text) => numberIn(text, ranges.seconds)) ?? 20,
    theme: first('theme', (text) => (text === 'dark' || text === 'light' ? text : null)) ?? 'dark',
    room: {
      distance: first('distance', (text) => numberIn(text, ranges.distance)) ?? defaultRoom.distance,
      diagonal: first('diagonal', (text) => numberIn(text, ranges.diagonal)) ?? defaultRoom.diagonal,
    },
    zone: first('zone', zoneOf) ?? 'UTC',
    sound: ['', '1', 'on', 'true'].includes(either('sound') ?? 'off'),
    deployments: words(either('deployments')),
    filter: words(either('filter')).map((word) => word.toLowerCase()),
    dim: first('dim', hoursOf),
    reload: first('reload', minuteOf),
    card: search.has('card'),
  };
}

/**
 * Builds the address of a wall, relative to the base of the app.
 * @param defaults - settings that need no parameter in the address.
 */
export function wallAddress(settings: WallSettings, defaults: WallSettings): string {
  const { scenes, seconds, theme, room, zone, sound, deployments, dim } = settings;
  const unlessDefault = (value: string, defaultValue: string) => (value === defaultValue ? undefined : value);
  const hours = (of: WallSettings['dim']) => of?.join('-') ?? '';
  const [slug, ...others] = deployments;
  const isOne = slug !== undefined && others.length === 0;
  const search = searchOf({
    deployments: isOne ? undefined : unlessDefault(deployments.join(), defaults.deployments.join()),
    scenes: unlessDefault(scenes.join(), defaults.scenes.join()),
    seconds: unlessDefault(String(seconds), String(defaults.seconds)),
    theme: unlessDefault(theme, defaults.theme),
    diagonal: unlessDefault(String(room.diagonal), String(defaults.room.diagonal)),
    distance: unlessDefault(String(room.distance), String(defaults.room.distance)),
    zone: unlessDefault(zone, defaults.zone),
    sound: unlessDefault(sound ? 'on' : 'off', defaults.sound ? 'on' : 'off'),
    dim: unlessDefault(hours(dim), hours(defaults.dim)),
  });
  // Commas and slashes are allowed in a search string, and make it readable.
  return `${paths.wall(isOne ? slug : undefined)}${search.replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}
