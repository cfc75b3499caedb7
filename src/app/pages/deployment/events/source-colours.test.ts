import { describe, expect, test } from 'vitest';
import type { VolumeReading } from '#app/observe/session/session-log.ts';
import { sourceColour, sourceOrder } from './source-colours.ts';

function reading(sources: readonly string[]): VolumeReading {
  const bySource = new Map(sources.map((source) => [source, 1]));
  return { at: 0, until: 70_000, byType: new Map(), bySource, isAtLeast: false, othersListed: false };
}

describe('colours of sources', () => {
  test('are the same for documented sources, present or not', () => {
    const order = sourceOrder([], ['server', 'batch']);
    expect(sourceColour(order, 'api')).toBe('var(--cat-1)');
    expect(sourceColour(order, 'server')).toBe('var(--cat-2)');
    expect(sourceColour(order, 'batch')).toBe('var(--cat-3)');
    expect(sourceColour(order, null)).toBe('var(--ctl)');
  });

  test('do not change when another source appears', () => {
    const before = sourceOrder([reading(['zeta'])], ['zeta']);
    const after = sourceOrder([reading(['zeta']), reading(['alpha', 'zeta'])], ['alpha', 'zeta']);
    expect(sourceColour(after, 'zeta')).toBe(sourceColour(before, 'zeta'));
  });

  test('end with the palette: further sources are "other"', () => {
    const order = sourceOrder(
      [],
      Array.from({ length: 20 }, (_, index) => `source ${index}`),
    );
    expect(sourceColour(order, order[8] ?? null)).toBe('var(--ctl)');
  });
});
