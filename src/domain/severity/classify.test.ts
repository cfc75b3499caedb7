import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify, compareStates, normaliseWord, remarkOf } from './classify.ts';
import { isGood, type Severity } from './severity.ts';

describe('classify', () => {
  it.each<[string | null, Severity, string]>([
    ['operational', 'ok', 'Operational'],
    ['Operational', 'assumed', 'Operational'],
    ['OPERATIONAL', 'assumed', 'OPERATIONAL'],
    [' operational', 'assumed', 'operational'],
    ['healthy', 'assumed', 'healthy'],
    ['OK', 'assumed', 'OK'],
    ['All Systems Operational', 'assumed', 'All Systems Operational'],
    ['under_maintenance', 'notice', 'Under maintenance'],
    ['UNDERMAINTENANCE', 'notice', 'Under maintenance'],
    ['investigating', 'degraded', 'Investigating'],
    ['Performance  Issues', 'degraded', 'Performance issues'],
    ['re-routed', 'degraded', 'Re routed'],
    ['PARTIALOUTAGE', 'partial', 'Partial outage'],
    ['major', 'partial', 'Major'],
    ['major_outage', 'critical', 'Major outage'],
    ['Not Ready', 'critical', 'Not ready'],
    ['notReady', 'critical', 'Not ready'],
    ['unknown', 'unknown', '“unknown”'],
    ['no_data', 'unknown', '“no_data”'],
    ['flux', 'unknown', '“flux”'],
    ['运行正常', 'unknown', '“运行正常”'],
    ['constructor', 'unknown', '“constructor”'],
    ['__proto__', 'unknown', '“__proto__”'],
    ['', 'unknown', '(blank)'],
    ['\u200b\u00a0\u3164\u202e', 'unknown', '(blank)'],
    [null, 'unknown', 'not provided'],
  ])('reads %j as %s and shows %j', (word, severity, label) => {
    expect(classify(word)).toMatchObject({ severity, label, word });
  });

  it.each(
    'non_operational not_operational partially_operational inoperational operational? unoperational not_ok upp none active inactive live green true 1 0 Good'.split(
      ' ',
    ),
  )('never classes %j as good', (word) => {
    expect(isGood(classify(word).severity)).toBe(false);
  });

  it('marks only the exact word of the API document as documented', () => {
    expect(classify('operational').documented).toBe(true);
    for (const word of ['Operational', 'up', 'major_outage', 'flux', '', null])
      expect(classify(word).documented).toBe(false);
  });

  it.each([
    ['storage_outage', true],
    ['API down', true],
    ['minor-error', true],
    ['critical!', true],
    ['outages', false],
    ['slowdown', false],
    ['flux', false],
    ['major_outage', false],
    ['', false],
  ])('likely problem in %j: %s', (word, expected) => {
    expect(classify(word).likelyProblem).toBe(expected);
  });

  it('keeps a word of 20,000 characters, and shows the first 200', () => {
    const word = 'a_ -'.repeat(5_000);
    expect(classify(word)).toMatchObject({ severity: 'unknown', word, label: `“${word.slice(0, 199)}…”` });
    expect(classify(word, { [word]: 'critical' }).label).toHaveLength(200);
    expect(classify(' '.repeat(20_000)).label).toBe('(blank)');
  });

  it('becomes a likely problem by an alarming part, and is never improved by any part', () => {
    const good = fc.constantFrom('operational', 'ok', 'up', 'healthy', 'available', 'green');
    const other = fc.constantFrom('not', 'non', 'no', 'storage', 'down', 'outage', 'fail', 'x');
    fc.assert(
      fc.property(
        fc.array(fc.oneof(good, other), { minLength: 2 }),
        fc.constantFrom('_', '-', ' ', '!'),
        (parts, by) => {
          const state = classify(parts.join(by));
          const listed = state.label !== `“${state.word}”`;
          fc.pre(!listed);
          expect(state.severity).toBe('unknown');
          expect(state.likelyProblem).toBe(parts.some((part) => ['down', 'outage', 'fail'].includes(part)));
        },
      ),
    );
  });

  it('is good only for listed words', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (word) => !isGood(classify(`x${word}`).severity)));
  });
});

describe('overrides', () => {
  it('class a word in any spelling, and mark it as configured', () => {
    expect(classify('运行正常', { 运行正常: 'ok' })).toMatchObject({
      severity: 'ok',
      label: '运行正常',
      overridden: true,
    });
    expect(classify('Green Light', { green_light: 'assumed' })).toMatchObject({
      severity: 'assumed',
      label: 'Green Light',
      overridden: true,
    });
    expect(classify('major outage', { 'Major Outage': 'notice' })).toMatchObject({
      severity: 'notice',
      overridden: true,
    });
    expect(classify('major-outage', { 'Major Outage': 'notice', 'major-outage': 'partial' })).toMatchObject({
      severity: 'partial',
    });
    expect(classify('operational', { operational: 'notice' })).toMatchObject({
      severity: 'notice',
      overridden: true,
    });
    expect(classify('api_down', { api_down: 'unknown' })).toMatchObject({
      severity: 'unknown',
      likelyProblem: false,
    });
  });

  it('are remarked next to the word, and so are alarming unlisted words', () => {
    expect(remarkOf(classify('green', { green: 'ok' }))).toBe('as configured');
    expect(remarkOf(classify('storage_outage', { storage_outage: 'notice' }))).toBe('as configured');
    expect(remarkOf(classify('storage_outage'))).toBe('likely problem');
    for (const word of ['operational', 'up', 'major_outage', 'flux', '', null])
      expect(remarkOf(classify(word))).toBeNull();
  });

  it.each(['excellent', 'vanished', 'unvouched', 'constructor', '__proto__'])('cannot be %j', (severity) => {
    expect(classify('flux', { flux: severity })).toMatchObject({ severity: 'unknown', overridden: false });
  });

  it('are not found on the prototype', () => {
    for (const word of ['constructor', '__proto__', 'toString'])
      expect(classify(word, {})).toMatchObject({ severity: 'unknown', overridden: false });
    expect(classify('__proto__', JSON.parse('{"__proto__":"ok"}')).severity).toBe('ok');
  });
});

it('normalises words', () => {
  expect(normaliseWord('  Major -_./ Outage ')).toBe('major_outage');
});

it('sorts worst first, likely problems before other unknown words', () => {
  const words = ['operational', 'flux', 'api_down', 'down', 'healthy', 'slow', 'paused'];
  const sorted = words.map((word) => classify(word)).sort(compareStates);
  expect(sorted.map(({ word }) => word)).toEqual([
    'down',
    'slow',
    'api_down',
    'flux',
    'paused',
    'healthy',
    'operational',
  ]);
});

const realWords = new URL('../../../../shared/real/vocab.states.json', import.meta.url);

describe.skipIf(!existsSync(realWords))('words of real services (skipped: no ../shared/real here)', () => {
  it('are good only if listed, and documented only for the exact word', () => {
    const products: { states: string[] }[] = JSON.parse(readFileSync(realWords, 'utf8'));
    const words = [...new Set(products.flatMap(({ states }) => states))];
    const wordsOf = (severity: Severity) => words.filter((word) => classify(word).severity === severity);
    expect(wordsOf('ok')).toEqual(['operational']);
    expect(new Set(wordsOf('assumed').map(normaliseWord))).toEqual(
      new Set(['up', 'operational', 'available', 'ok']),
    );
    for (const word of ['MAJOROUTAGE', 'full_outage', 'SERVICE_OUTAGE', 'red', 'down'])
      expect(wordsOf('critical')).toContain(word);
    for (const word of ['none', 'green', 'active', 'Good', 'N/A', 'not_monitored', 'HASISSUES'])
      expect(wordsOf('unknown')).toContain(word);
  });
});
