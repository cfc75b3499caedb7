import { describe, expect, it } from 'vitest';
import { classify } from '../severity/classify.ts';
import { vanishedState } from '../verdict/vanished.ts';
import type { ComponentState } from '../verdict/verdict.ts';
import { bandsOf, countsOf, formOf, leads } from './bands.ts';

const component = (name: string, word: string): ComponentState => ({ id: name, name, state: classify(word) });
const gone = (name: string): ComponentState => ({ id: name, name, state: vanishedState({ lastSeen: 0 }) });
const told = (problems: readonly ComponentState[], claim: string | null) =>
  bandsOf(problems, claim === null ? null : classify(claim)).map((band) =>
    band.kind === 'component'
      ? `${formOf(band)} ${band.component.name}`
      : `${formOf(band)} ${band.kind} ${band.kind === 'gone' ? band.components.length : band.state.label}`,
  );

describe('the bands of a wall', () => {
  it.each([
    ['one problem', [component('API', 'degraded')], 'degraded', ['full API']],
    [
      'seven vanished under a document that says major outage',
      'abcdefg'.split('').map(gone),
      'major_outage',
      ['full document Major outage', 'list gone 7'],
    ],
    ['one vanished', [gone('API')], 'operational', ['slim API']],
    [
      'a document no worse than its worst component',
      [component('API', 'major_outage')],
      'major_outage',
      ['full API'],
    ],
    [
      'a document worse than its components',
      [component('API', 'degraded')],
      'partial_outage',
      ['full document Partial outage', 'full API'],
    ],
    ['a bad document without a bad component', [], 'down', ['full document Down']],
    ['a document that announces maintenance', [], 'maintenance', ['slim document Maintenance']],
    ['a word nobody knows, in the document alone', [], 'flux', ['slim document “flux”']],
    ['a good document', [component('API', 'maintenance')], 'operational', ['slim API']],
    ['no word of the document', [component('API', 'degraded')], null, ['full API']],
    [
      'what is broken before what vanished, that before what is announced or not understood',
      [
        component('Cache', 'degraded'),
        component('API', 'flux'),
        gone('Ingest'),
        gone('Export'),
        component('Routing', 'maintenance'),
      ],
      'operational',
      ['full Cache', 'list gone 2', 'slim API', 'slim Routing'],
    ],
  ] as const)('%s', (_what, problems, claim, expected) => {
    expect(told(problems, claim)).toEqual(expected);
  });

  it('a major outage, the own status of the document and a single problem lead', () => {
    const mild = component('API', 'degraded');
    expect(leads(bandsOf([component('Cache', 'down'), mild], null))).toBe(true);
    expect(leads(bandsOf([mild], classify('down')))).toBe(true);
    expect(leads(bandsOf([mild], null))).toBe(true);
    expect(leads(bandsOf([mild, component('Cache', 'degraded')], null))).toBe(false);
    expect(leads([])).toBe(false);
  });

  it('a leading list comes before the good status that it contradicts, and both before components', () => {
    const part = {
      resource: 'node',
      severity: 'critical',
      asRead: 'critical',
      freshness: 'fresh',
      readAt: 0,
      claim: null,
      total: 600,
      counts: new Map(),
      members: [],
      unproven: 0,
      notGood: 600,
      bad: 600,
      counted: true,
      share: 0.05,
    } as const;
    const mild = [component('API', 'degraded')];
    const bands = bandsOf(mild, classify('operational'), part);
    expect(bands.map(({ kind }) => kind)).toEqual(['inventory', 'claim', 'component']);
    expect(leads(bands)).toBe(true);
    expect([...countsOf(bands)]).toEqual([
      ['critical', 1],
      ['degraded', 1],
    ]);
    // A status that is not good contradicts no problem.
    expect(bandsOf(mild, classify('degraded'), part).map(({ kind }) => kind)).toEqual([
      'inventory',
      'component',
    ]);
  });

  it('counts every band that it leaves out, and each vanished component', () => {
    const bands = bandsOf([component('Cache', 'degraded'), gone('Ingest'), gone('Export')], null);
    expect([...countsOf(bands)]).toEqual([
      ['degraded', 1],
      ['vanished', 2],
    ]);
  });
});
