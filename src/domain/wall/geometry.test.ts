import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arcMinutes,
  arcOf,
  capitalShare,
  defaultRoom,
  hasRoomFor,
  headlineUnits,
  heightAt,
  pixelSize,
  type Room,
  roles,
  type Screen,
  sinceUnits,
  unitOf,
} from './geometry.ts';

const fullHd = { width: 1920, height: 1080 };

describe('the size of text', () => {
  it('follows the rule of thumb: a capital of 20 arc-minutes is its distance over 172', () => {
    expect(heightAt(20, 5)).toBeCloseTo(5000 / 172, 0);
  });

  it('equals the design on a 55-inch screen at 3 m', () => {
    expect(unitOf(fullHd, defaultRoom)).toBeCloseTo(1, 2);
  });

  it('is the same picture on a screen with twice the pixels', () => {
    expect(unitOf({ width: 3840, height: 2160 }, defaultRoom)).toBeCloseTo(2 * unitOf(fullHd, defaultRoom), 6);
  });

  it.each([
    [43, 3, 0.047],
    [43, 5, 0.078],
    [55, 3, 0.036],
    [55, 5, 0.061],
    [55, 8, 0.097],
    [55, 10, 0.121],
    [65, 5, 0.051],
    [75, 8, 0.071],
    [75, 10, 0.089],
  ])('on %d inches from %d m essential text takes %d of the height', (diagonal, distance, share) => {
    const capital = roles.component * unitOf(fullHd, { distance, diagonal }) * capitalShare;
    // Text is larger than the minimum where the content leaves space.
    expect(capital / capitalShare / fullHd.height).toBeGreaterThanOrEqual(share - 0.002);
    const millimetres = capital * pixelSize(fullHd, { distance, diagonal });
    expect(millimetres).toBeGreaterThanOrEqual((distance * 1000) / 172 - 0.1);
  });

  const screens: readonly Screen[] = [
    { width: 1280, height: 720 },
    fullHd,
    { width: 3840, height: 2160 },
    { width: 2560, height: 1080 },
    { width: 1080, height: 1920 },
  ];

  it.each([43, 55, 65, 75])('is legible on a %d-inch screen from 3 to 10 m', (diagonal) => {
    for (const screen of screens)
      for (const distance of [3, 4, 5, 8, 10]) {
        const room: Room = { distance, diagonal };
        const unit = unitOf(screen, room);
        expect(arcOf(roles.floor * unit, screen, room)).toBeGreaterThanOrEqual(arcMinutes.least - 1e-6);
        expect(arcOf(roles.component * unit, screen, room)).toBeGreaterThanOrEqual(arcMinutes.essential - 1e-6);
      }
  });

  it('of a verdict shrinks on a low screen, but not below that of a problem', () => {
    expect(headlineUnits(1080)).toBe(roles.headline);
    expect(headlineUnits(1920)).toBe(roles.headline);
    expect(headlineUnits(852)).toBeLessThan(150);
    expect(headlineUnits(320)).toBe(roles.problem);
  });

  it('of a verdict leaves room for the clock on a very low screen', () => {
    expect(headlineUnits(210)).toBe(63);
    expect(headlineUnits(100)).toBe(roles.component);
  });

  it('of the line below it shrinks too, but stays legible', () => {
    expect(sinceUnits(1080)).toBe(roles.since);
    expect(sinceUnits(1920)).toBe(roles.since);
    expect(sinceUnits(253)).toBe(roles.component);
  });

  it('excludes a scene without room for a single item', () => {
    for (const name of ['overview', 'status', 'map', 'inventory', 'events'] as const)
      for (const screen of screens) {
        const unit = unitOf(screen, defaultRoom);
        expect(hasRoomFor(name, { width: screen.width / unit, height: screen.height / unit })).toBe(true);
      }
    const far = { width: 450, height: 253 };
    expect(hasRoomFor('map', far)).toBe(false);
    expect(hasRoomFor('inventory', far)).toBe(false);
    expect(hasRoomFor('status', far)).toBe(true);
  });

  it('grows with the distance and shrinks with the screen, but not below the fitting size', () => {
    const metres = fc.double({ min: 0.5, max: 50, noNaN: true });
    const inches = fc.double({ min: 5, max: 300, noNaN: true });
    const pixels = fc.integer({ min: 320, max: 8000 });
    fc.assert(
      fc.property(metres, inches, pixels, pixels, (distance, diagonal, width, height) => {
        const screen = { width, height };
        const unit = unitOf(screen, { distance, diagonal });
        expect(unit).toBeGreaterThanOrEqual(Math.min(width / 1920, height / 1080));
        expect(unitOf(screen, { distance: distance * 2, diagonal })).toBeGreaterThanOrEqual(unit);
        expect(unitOf(screen, { distance, diagonal: diagonal * 2 })).toBeLessThanOrEqual(unit);
      }),
    );
  });
});
