/**
 * Computes text sizes of the wall from screen size and viewing distance, because legibility depends on the
 * visual angle. ISO 9241-303 asks for capitals of at least 16 arc-minutes, and 20 to 22 for essential text.
 */

import type { SceneName } from './rotation.ts';

export interface Room {
  /** Distance between screen and viewer, in metres. */
  readonly distance: number;
  /** Diagonal of the screen, in inches. */
  readonly diagonal: number;
}

/** Size of a screen in CSS pixels. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

export const fullHd: Screen = { width: 1920, height: 1080 };

export const defaultRoom: Room = { distance: 3, diagonal: 55 };

/** Height of a capital letter in the font Archivo, as a share of the font size. */
export const capitalShare = 0.686;

const millimetresPerInch = 25.4;

/** Minimum visual angle of a capital letter in arc-minutes, for essential text and for other text. */
export const arcMinutes = { essential: 20, least: 16 } as const;

/** Returns the height in millimetres that spans `minutes` of arc at a distance of `distance` metres. */
export function heightAt(minutes: number, distance: number): number {
  return 2 * distance * 1000 * Math.tan(((minutes / 60) * (Math.PI / 180)) / 2);
}

export function pixelSize({ width, height }: Screen, { diagonal }: Room): number {
  return (diagonal * millimetresPerInch) / Math.hypot(width, height);
}

/** Returns the visual angle of a capital letter in arc-minutes, at `fontSize` CSS pixels. */
export function arcOf(fontSize: number, screen: Screen, room: Room): number {
  const capital = fontSize * capitalShare * pixelSize(screen, room);
  return 2 * Math.atan(capital / (2 * room.distance * 1000)) * (180 / Math.PI) * 60;
}

/** Text sizes in units. A Full HD screen is 1,080 units high. */
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

/**
 * Returns the font size of the verdict in units. On a low screen the verdict shrinks, because all other text
 * is large.
 */
export function headlineUnits(roomHeight: number): number {
  const least = Math.max(roles.component, Math.min(roles.problem, 0.3 * roomHeight));
  return Math.max(least, Math.min(roles.headline, roles.headline - 0.45 * (1080 - roomHeight)));
}

/** Returns the font size of the verdict's second line in units. It shrinks too, but stays legible. */
export function sinceUnits(roomHeight: number): number {
  return Math.max(roles.component, Math.min(roles.since, roles.since - 0.06 * (1080 - roomHeight)));
}

/** Returns the side margin in units. */
export function sideUnits(roomWidth: number): number {
  return Math.min(72, roomWidth / 15);
}

/** Minimum size of a scene in units. In a smaller one, not even a single item has room. */
const leastRooms: Readonly<Partial<Record<SceneName, Screen>>> = {
  overview: { width: 240, height: 250 },
  map: { width: 800, height: 450 },
  inventory: { width: 420, height: 400 },
  events: { width: 480, height: 400 },
};

/** Whether a scene has room in an area of this size, in units. */
export function hasRoomFor(name: SceneName, { width, height }: Screen): boolean {
  const least = leastRooms[name];
  return least === undefined || (width >= least.width && height >= least.height);
}

/** Texts that must be legible from the configured distance. Other text is for viewers who come closer. */
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
 * Returns the CSS pixels of one unit. The picture of 1,920 × 1,080 units fits the screen, and all text stays
 * legible. If that makes the picture larger than the screen, scenes show less and use pages.
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
