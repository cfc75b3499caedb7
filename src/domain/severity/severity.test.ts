import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';
import {
  countBySeverity,
  isGood,
  isProblem,
  type Severity,
  severityName,
  severityRank,
  worst,
} from './severity.ts';

const all = Object.keys(severityRank) as Severity[];

describe('roll-up', () => {
  it('leads with the worst', () => {
    expect(worst([])).toBe('unknown');
    expect(worst(['ok'])).toBe('ok');
    expect(worst(['ok', 'assumed'])).toBe('assumed');
    expect(worst(['notice', 'unknown', 'ok'])).toBe('unknown');
    expect(worst(['unknown', 'degraded'])).toBe('degraded');
    expect(worst(['unvouched', 'vanished', 'unknown'])).toBe('unknown');
  });

  it('is ok only if all are ok', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all)), (given) => {
        const result = worst(given);
        expect(result === 'ok').toBe(given.length > 0 && given.every((each) => each === 'ok'));
        if (given.length > 0)
          expect(severityRank[result]).toBe(Math.max(...given.map((each) => severityRank[each])));
      }),
    );
  });

  it('counts worst first', () => {
    expect([...countBySeverity(['ok', 'notice', classify('down'), 'ok'])]).toEqual([
      ['critical', 1],
      ['notice', 1],
      ['ok', 2],
    ]);
  });

  it('distinguishes problems, notices and good states', () => {
    expect(all.filter(isGood)).toEqual(['assumed', 'ok']);
    expect(all.filter((each) => !isGood(each) && !isProblem(each))).toEqual(['notice']);
    expect(Object.keys(severityName)).toEqual(all);
  });
});
