import { describe, expect, it } from 'vitest';
import type { ChangeEntry, Windowed } from '#contract/history.ts';
import { mostEntries, withNewest, withOlder } from './change-feed.ts';

const noon = Date.parse('2026-03-12T12:00:00.000Z');
const stamp = (seconds: number) => new Date(noon + seconds * 1000).toISOString();

function entry(seconds: number): ChangeEntry {
  return {
    id: `${noon + seconds * 1000}-s1`,
    at: stamp(seconds),
    notBefore: stamp(seconds - 10),
    type: 'state',
    kind: 'component',
    key: 'API',
    occurrence: 1,
    before: 'operational',
    after: 'degraded',
    blind: false,
  };
}

/** A response about changes in a window of one day. */
function answer(seconds: readonly number[], isMore: boolean, to = 0): Windowed<ChangeEntry> {
  const time = { from: stamp(to - 86_400), to: stamp(to), knownUntil: stamp(to), settledUntil: stamp(to) };
  return { deployment: 'edge', ...time, data: seconds.map(entry), more: isMore ? 'changes?before=x' : null };
}

const secondsOf = ({ entries }: { readonly entries: readonly ChangeEntry[] }) =>
  entries.map(({ at }) => (Date.parse(at) - noon) / 1000);

describe('a feed of changes', () => {
  const read = withOlder(withNewest(null, answer([-10, -20], true)), answer([-30, -40], true));

  it('continues after the oldest entry, up to the last page', () => {
    expect(secondsOf(read)).toEqual([-10, -20, -30, -40]);
    expect(read.hasOlder).toBe(true);
    const whole = withOlder(read, answer([-50], false));
    expect(secondsOf(whole)).toEqual([-10, -20, -30, -40, -50]);
    expect(whole.hasOlder).toBe(false);
  });

  it('keeps older entries when newer ones arrive', () => {
    const next = withNewest(read, answer([5, -10], true, 60));
    expect(secondsOf(next)).toEqual([5, -10, -20, -30, -40]);
    expect(next).toMatchObject({ hasOlder: true, knownUntil: noon + 60_000, to: noon + 60_000 });
  });

  it('drops older entries if there may be a hole', () => {
    const next = withNewest(read, answer([50, 40], true, 60));
    expect(secondsOf(next)).toEqual([50, 40]);
    expect(next.hasOlder).toBe(true);
  });

  it('drops entries before the window', () => {
    const next = withNewest(read, answer([-10, -20], true, 86_400 - 25));
    expect(secondsOf(next)).toEqual([-10, -20]);
    expect(next.hasOlder).toBe(false);
  });

  it('takes a complete window as it is', () => {
    const next = withNewest(read, answer([-10], false));
    expect(secondsOf(next)).toEqual([-10]);
    expect(next.hasOlder).toBe(false);
  });

  it('has a maximum of entries', () => {
    const many = withNewest(
      null,
      answer(
        Array.from({ length: mostEntries }, (_, index) => -index),
        false,
      ),
    );
    const next = withOlder(many, answer([-mostEntries], false));
    expect(next.entries).toHaveLength(mostEntries);
    expect(next.hasOlder).toBe(true);
  });
});
