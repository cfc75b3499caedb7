/**
 * How large text on a wall must be: legibility is an angle, so it follows from the size of the screen and from how far
 * away its reader stands (ISO 9241-303: capitals of 16 arc-minutes at least, 20 to 22 for what must be read).
 */

import type { SceneName } from './rotation.ts';

export interface Room {
  /** Metres between the screen and whoever reads it. */
  readonly distance: number;
  /** Of the screen, inches. */
  readonly diagonal: number;
}

/** CSS pixels. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

export const fullHd: Screen = { width: 1920, height: 1080 };

export const defaultRoom: Room = { distance: 3, diagonal: 55 };

/** Height of a capital of Archivo, as a share of the font size. */
export const capitalShare = 0.686;

const millimetresPerInch = 25.4;

/** Arc-minutes of a capital: of what must be read, and of the rest. */
export const arcMinutes = { essential: 20, least: 16 } as const;

/** Height in millimetres of what is seen at `minutes` of arc from `distance` metres. */
export function heightAt(minutes: number, distance: number): number {
  return 2 * distance * 1000 * Math.tan(((minutes / 60) * (Math.PI / 180)) / 2);
}

/** Millimetres of one CSS pixel. */
export function pixelSize({ width, height }: Screen, { diagonal }: Room): number {
  return (diagonal * millimetresPerInch) / Math.hypot(width, height);
}

/** Arc-minutes at which a capital of text of `fontSize` CSS pixels is seen. */
export function arcOf(fontSize: number, screen: Screen, room: Room): number {
  const capital = fontSize * capitalShare * pixelSize(screen, room);
  return 2 * Math.atan(capital / (2 * room.distance * 1000)) * (180 / Math.PI) * 60;
}

/** Text sizes of the wall in units, of which a Full HD screen is 1,080 high. */
export const roles = {
  headline: 236,
  band: 196,
  problem: 92,
  clock: 92,
  since: 66,
  name: 52,
  component: 40,
  floor: 32,
} as const;

export type Role = keyof typeof roles;

/** Units of a verdict over a whole scene: where the room makes all text large, height is short and the verdict yields. */
export function headlineUnits(roomHeight: number): number {
  const least = Math.max(roles.component, Math.min(roles.problem, 0.3 * roomHeight));
  return Math.max(least, Math.min(roles.headline, roles.headline - 0.45 * (1080 - roomHeight)));
}

/** Units of the second line of a verdict, which yields likewise, never below what must be read. */
export function sinceUnits(roomHeight: number): number {
  return Math.max(roles.component, Math.min(roles.since, roles.since - 0.06 * (1080 - roomHeight)));
}

/** Units between a picture and the sides of the screen. */
export function sideUnits(roomWidth: number): number {
  return Math.min(72, roomWidth / 15);
}

/** Units below which a scene has no room for a single item of what must be read. */
const leastRooms: Readonly<Partial<Record<SceneName, Screen>>> = {
  overview: { width: 240, height: 250 },
  map: { width: 800, height: 450 },
  inventory: { width: 420, height: 400 },
  events: { width: 480, height: 400 },
};

/** Whether a scene can show anything in a room of so many units. */
export function hasRoomFor(name: SceneName, { width, height }: Screen): boolean {
  const least = leastRooms[name];
  return least === undefined || (width >= least.width && height >= least.height);
}

/** Roles that must be read from where people stand; the rest is for those who come closer. */
const essential: ReadonlySet<Role> = new Set([
  'headline',
  'band',
  'problem',
  'clock',
  'since',
  'name',
  'component',
]);

/**
 * CSS pixels of one unit: the picture of 1,920 × 1,080 units fits the screen, and no role falls below what its reader
 * can make out. Where that makes the picture larger than the screen, scenes show less and page.
 */
export function unitOf(screen: Screen, room: Room): number {
  const fitting = Math.min(screen.width / fullHd.width, screen.height / fullHd.height);
  const pixel = pixelSize(screen, room);
  const needed = (Object.keys(roles) as Role[]).map((role) => {
    const minutes = essential.has(role) ? arcMinutes.essential : arcMinutes.least;
    return heightAt(minutes, room.distance) / (roles[role] * capitalShare * pixel);
  });
  return Math.max(fitting, ...needed);
}
