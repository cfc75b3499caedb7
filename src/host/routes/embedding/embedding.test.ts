import { describe, expect, test } from 'vitest';
import type { CurrentState } from '#host/observe/messages.ts';
import { badgeSvg } from './badge.ts';
import { plannedMaintenances } from './planned-maintenances.ts';
import { statesAt, worstState } from './states.ts';
import { deploymentSummary, overallSummary } from './status-summary.ts';

const now = Date.parse('2026-11-28T05:10:20.000Z');

function stateOf(what: Partial<CurrentState> = {}): CurrentState {
  return {
    slug: 'edge',
    severity: 'ok',
    headline: 'Operational',
    confirmedAt: now - 4_000,
    validUntil: now + 16_000,
    components: [],
    ...what,
  };
}

const green = '#17745b';
const grey = '#5c6568';
const fillOf = (svg: string) => [...svg.matchAll(/<path fill="(#\w+)"/g)][1]?.[1];
const titleOf = (svg: string) => /<title>(.*)<\/title>/.exec(svg)?.[1];

describe('a badge', () => {
  const badge = (what: Partial<CurrentState> = {}, at = now, name = 'Edge') =>
    badgeSvg(name, statesAt(['edge'], [stateOf(what)], at)[0] ?? stateOf(), at, 10);

  test('states verdict, age and time, also to a screen reader', () => {
    expect(titleOf(badge())).toBe(
      'Edge: operational, &lt; 1\u00a0min ago; last response 2026-11-28T05:10:16.000Z',
    );
    expect(badge()).toContain('role="img"');
    expect(fillOf(badge())).toBe(green);
    expect(titleOf(badge({ severity: 'critical', headline: 'Down' }))).toMatch(/^Edge: major outage, &lt; 1/);
  });

  test('is never green once the response no longer confirms the state', () => {
    for (const severity of ['ok', 'assumed'] as const) {
      const old = badge({ severity }, now + 16_000);
      expect([fillOf(old), titleOf(old)]).toEqual([
        grey,
        expect.stringMatching(/^Edge: not confirmed; last response/),
      ]);
    }
    expect(titleOf(badge({}, now + 10 * 60_000))).toMatch(/^Edge: not confirmed, 10\u00a0min old;/);
    const bad = badge({ severity: 'critical' }, now + 10 * 60_000);
    expect([fillOf(bad), titleOf(bad)]).toEqual([
      grey,
      expect.stringMatching(/^Edge: major outage, 10\u00a0min old;/),
    ]);
  });

  test('has an age that also holds at the end of its time in caches', () => {
    const slow = { confirmedAt: now - 55_000, validUntil: now + 200_000 };
    expect(titleOf(badge(slow))).toMatch(/^Edge: operational, &lt; 2\u00a0min ago/);
  });

  test.each(['unknown', 'vanished', 'unvouched'] as const)('is grey if the state is %s', (severity) => {
    expect(fillOf(badge({ severity }))).toBe(grey);
  });

  test('is grey and without an age before the first response', () => {
    const [state] = statesAt(['edge'], [], now);
    const svg = badgeSvg('Edge', state ?? stateOf(), now, 10);
    expect([fillOf(svg), titleOf(svg)]).toEqual([grey, 'Edge: not confirmed']);
  });

  test.each(['</title><script>', '"/><a href="x', '\u0000\u202e\ud800', '', '\u00a0', 'w'.repeat(5_000)])(
    'keeps the name %j as a short text',
    (name) => {
      const svg = badge({}, now, name);
      const elements = [...svg.matchAll(/<\/?([a-zA-Z]+)/g)].map(([, element]) => element);
      expect(new Set(elements)).toEqual(new Set(['svg', 'title', 'clipPath', 'rect', 'g', 'path', 'text']));
      expect(Number(/width="(\d+)"/.exec(svg)?.[1])).toBeLessThan(700);
      expect(svg).not.toMatch(/[^\t\n\u0020-\ud7ff\ue000-\ufffd]|\u202e/);
      expect(titleOf(svg)).not.toMatch(/^: /);
    },
  );
});

describe('the state of all deployments', () => {
  const of = (slug: string, what: Partial<CurrentState>) => stateOf({ slug, ...what });

  test('is good only as long as each is confirmed', () => {
    const states = [of('a', {}), of('b', { validUntil: now + 3_000 }), of('c', { severity: 'notice' })];
    expect(worstState(states)).toMatchObject({ severity: 'notice', validUntil: now + 3_000 });
    expect(worstState(states.slice(0, 2))).toMatchObject({ severity: 'ok', validUntil: now + 3_000 });
  });

  test('is as old as the response that is oldest, not as that which expires first', () => {
    const slow = of('slow', { confirmedAt: now - 240_000, validUntil: now + 70_000 });
    const fast = of('fast', { confirmedAt: now - 1_000, validUntil: now + 19_000 });
    expect(worstState([slow, fast])).toMatchObject({ confirmedAt: now - 240_000, validUntil: now + 19_000 });
  });

  test('is not known if one is not observed, and the worst problem if there is one', () => {
    expect(worstState(statesAt(['a', 'lost'], [of('a', {})], now))).toMatchObject({
      severity: 'unvouched',
      validUntil: 0,
    });
    const states = [
      of('a', {}),
      of('old', { severity: 'critical', validUntil: 0 }),
      of('b', { severity: 'critical' }),
    ];
    expect(worstState(states)).toMatchObject({ slug: 'b', severity: 'critical', validUntil: now + 16_000 });
    expect(worstState([])).toMatchObject({ severity: 'unvouched', confirmedAt: null });
  });
});

describe('a summary', () => {
  const page = { id: 'edge', name: 'Edge', url: 'https://status.example.com/edge' };
  const component = (severity: CurrentState['severity'], label = 'Label') => ({
    id: `Part ${severity}`,
    name: `Part ${severity}`,
    severity,
    label,
  });

  test('has the form of Statuspage', () => {
    const state = stateOf({
      severity: 'partial',
      headline: 'Partial outage',
      components: [component('partial', 'Partial outage')],
    });
    expect(deploymentSummary(page, state, [])).toEqual({
      page: { ...page, time_zone: 'Etc/UTC', updated_at: '2026-11-28T05:10:16.000Z' },
      status: { indicator: 'major', description: 'Partial outage' },
      components: [
        {
          id: expect.stringMatching(/^[0-9a-f]{12}$/),
          name: 'Part partial',
          status: 'partial_outage',
          created_at: null,
          updated_at: '2026-11-28T05:10:16.000Z',
          position: 1,
          description: 'Partial outage',
          showcase: false,
          start_date: null,
          group_id: null,
          page_id: 'edge',
          group: false,
          only_show_if_degraded: false,
        },
      ],
      incidents: [],
      scheduled_maintenances: [],
    });
  });

  test.each([
    ['ok', 'none', 'operational'],
    ['assumed', 'none', 'operational'],
    ['notice', 'none', 'under_maintenance'],
    ['degraded', 'minor', 'degraded_performance'],
    ['partial', 'major', 'partial_outage'],
    ['critical', 'critical', 'major_outage'],
    ['unknown', 'minor', 'degraded_performance'],
    ['vanished', 'minor', 'degraded_performance'],
    ['unvouched', 'minor', 'degraded_performance'],
  ] as const)('maps %s to %s and %s', (severity, indicator, status) => {
    const summary = deploymentSummary(page, stateOf({ severity, components: [component(severity)] }), []);
    expect([summary.status.indicator, summary.components[0]?.status]).toEqual([indicator, status]);
  });

  test('has no good word after its response', () => {
    const [state = stateOf()] = statesAt(['edge'], [stateOf({ components: [component('ok')] })], now + 16_000);
    const { status, components } = deploymentSummary(page, state, []);
    expect(status).toEqual({ indicator: 'minor', description: 'Not confirmed' });
    expect(components).toMatchObject([{ status: 'degraded_performance', description: 'Not confirmed' }]);
  });

  test('of a notice is not known after its response', () => {
    const [state = stateOf()] = statesAt(
      ['edge'],
      [stateOf({ severity: 'notice', components: [component('notice')] })],
      now + 16_000,
    );
    const { status, components } = deploymentSummary(page, state, []);
    expect(status).toEqual({ indicator: 'minor', description: 'Not confirmed' });
    expect(components).toMatchObject([{ status: 'degraded_performance' }]);
  });

  test('of all names the deployment whose state it gives, if several are equally bad', () => {
    const states = [
      stateOf({ slug: 'edge', severity: 'critical', headline: 'Edge down', validUntil: 0 }),
      stateOf({ slug: 'store', severity: 'critical', headline: 'Store down' }),
    ];
    expect(overallSummary(page, states, ['Edge', 'Store'], []).status.description).toBe('Store: Store down');
  });

  test('of all names the deployment that leads', () => {
    const states = statesAt(
      ['edge', 'store'],
      [stateOf(), stateOf({ slug: 'store', severity: 'critical', headline: 'Down' })],
      now,
    );
    const summary = overallSummary({ ...page, id: 'edgewatch' }, states, ['Edge', 'Store'], []);
    expect(summary.status).toEqual({ indicator: 'critical', description: 'Store: Down' });
    expect(summary.components).toMatchObject([
      { id: 'edge', name: 'Edge', status: 'operational', description: null },
      { id: 'store', name: 'Store', status: 'major_outage', description: 'Down' },
    ]);
    expect(overallSummary(page, [stateOf()], ['Edge'], []).status).toEqual({
      indicator: 'none',
      description: 'All operational',
    });
    expect(overallSummary(page, [], [], []).status).toEqual({
      indicator: 'minor',
      description: 'Not confirmed',
    });
  });
});

describe('planned work in a summary', () => {
  const window = (from: string, to: string) => ({ from, to });
  const planned = [
    { deployments: ['store'], title: 'New switches', window: window('2026-11-28T05:00Z', '2026-11-28T06:00Z') },
    { deployments: null, title: 'Certificates', window: window('2026-11-30T22:00Z', '2026-12-01T02:00Z') },
    { deployments: ['store'], title: 'Done', window: window('2026-11-27T05:00Z', '2026-11-27T06:00Z') },
    { deployments: ['store'], title: 'Far away', window: window('2026-12-27T05:00Z', '2026-12-27T06:00Z') },
  ];
  const listed = (slugs: readonly string[]) =>
    plannedMaintenances(planned, slugs, 'page', now).map(({ name, status }) => `${name}: ${status}`);

  test('is listed if it takes place now or within a week, once for all deployments', () => {
    expect(listed(['edge', 'store'])).toEqual(['New switches: in_progress', 'Certificates: scheduled']);
  });

  test('of another deployment is left out', () => {
    expect(listed(['edge'])).toEqual(['Certificates: scheduled']);
  });

  test('has its times and the same id in every summary', () => {
    const [ofEdge] = plannedMaintenances(planned, ['edge'], 'edge', now);
    const [, ofAll] = plannedMaintenances(planned, ['edge', 'store'], 'edgewatch', now);
    expect(ofEdge).toMatchObject({
      scheduled_for: '2026-11-30T22:00:00.000Z',
      scheduled_until: '2026-12-01T02:00:00.000Z',
      page_id: 'edge',
    });
    expect(ofEdge?.id).toBe(ofAll?.id);
  });
});
