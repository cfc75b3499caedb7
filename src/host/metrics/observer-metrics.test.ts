import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { observedDeployment } from '#testing/observer/observed.ts';
import { DeploymentObserver } from '../observe/deployment-observer.ts';
import { ObservedVerdict } from '../observe/observed-verdict.ts';
import { openEnvironment } from '../observe/watches/observer-context.ts';
import { labelOf, ObserverMetrics } from './observer-metrics.ts';

interface Said {
  readonly components?: readonly { readonly name: string; readonly status: string }[];
  readonly events?: readonly object[];
}

const list = (data: readonly object[]) => ({
  object: 'list',
  data,
  pagination: { limit: 1_000, count: data.length, has_more: false },
});

async function scrapeOf(said: Said) {
  const metrics = new ObserverMetrics();
  const answer = (path: string) => {
    if (path === '/api/v2/status')
      return Response.json({
        status: 'operational',
        version: 'v2',
        region: 'fra1',
        components: said.components ?? [{ name: 'API', status: 'operational' }],
        updated_at: new Date().toISOString(),
      });
    if (path === '/api/v1/events') return Response.json(list(said.events ?? []));
    return new Response('', { status: 404 });
  };
  const world = openEnvironment(async (url) => ({
    response: answer(new URL(url, 'http://host/').pathname.slice('/edge'.length)),
  }));
  const observer: DeploymentObserver = new DeploymentObserver(observedDeployment(), world, ({ path, feed }) => {
    judgement.note(Date.now());
    metrics.note('edge', path, feed, Date.now());
  });
  const judgement = new ObservedVerdict(observer);
  onTestFinished(() => observer.stop());
  observer.start();
  const text = (now = Date.now(), slugs = new Set(['edge'])) =>
    metrics.text([{ observer, judgement }], slugs, now);
  await expect.poll(text).toContain('edgewatch_verdict{');
  await vi.waitFor(async () => expect(await text()).toMatch(/edgewatch_looks_total\{.*events.*\} 1/));
  return { text };
}

function linesOf(text: string, name: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

test('metrics of verdict, components, endpoints and events have the units of their names', async () => {
  const { text } = await scrapeOf({
    components: [
      { name: 'API', status: 'operational' },
      { name: 'Cache', status: 'degraded' },
    ],
    events: [{ id: 'evt_1', name: 'a.b', count: 7, source: 'api', created_at: '2026-01-01T00:00:00Z' }],
  });
  const reported = await text();
  expect(linesOf(reported, 'edgewatch_verdict').filter((line) => line.endsWith(' 1'))).toEqual([
    'edgewatch_verdict{deployment="edge",severity="degraded"} 1',
  ]);
  expect(linesOf(reported, 'edgewatch_component_state')).toEqual([
    'edgewatch_component_state{deployment="edge",component="Cache",severity="degraded"} 1',
    'edgewatch_component_state{deployment="edge",component="API",severity="ok"} 1',
  ]);
  expect(linesOf(reported, 'edgewatch_events_reported')).toEqual([
    'edgewatch_events_reported{deployment="edge",source="api",event="a.b"} 7',
  ]);
  expect(reported).toContain('edgewatch_endpoint_fresh{deployment="edge",endpoint="/api/v2/status"} 1');
  // An endpoint that is not offered has no time series.
  expect(reported).not.toContain('/api/v2/nodes"} 1\nedgewatch_endpoint_fresh');
  expect(linesOf(reported, 'edgewatch_nodes')).toEqual([]);
});

test('states that are no longer confirmed are absent, and the verdict says so', async () => {
  const { text } = await scrapeOf({});
  const later = await text(Date.now() + 10 * 60_000);
  expect(linesOf(later, 'edgewatch_component_state')).toEqual([]);
  expect(linesOf(later, 'edgewatch_components')).toEqual([]);
  expect(linesOf(later, 'edgewatch_verdict').filter((line) => line.endsWith(' 1'))).toEqual([
    'edgewatch_verdict{deployment="edge",severity="unvouched"} 1',
  ]);
  expect(later).toContain('edgewatch_endpoint_fresh{deployment="edge",endpoint="/api/v2/status"} 0');
});

test('a scrape has no metrics of deployments that it may not see, also beside one that may', async () => {
  const { text } = await scrapeOf({});
  const [whole, other] = await Promise.all([text(), text(Date.now(), new Set(['other']))]);
  expect(other).not.toContain('edge"');
  expect(whole).toContain('edgewatch_verdict{deployment="edge"');
});

test('of 5,000 components the worst have metrics, and the others are counted', async () => {
  const components = Array.from({ length: 5_000 }, (_, index) => ({
    name: `Component ${index}`,
    status: index === 4_999 ? 'major_outage' : 'operational',
  }));
  const { text } = await scrapeOf({ components });
  const reported = await text();
  expect(reported).toContain('component="Component 4999",severity="critical"} 1');
  const count = linesOf(reported, 'edgewatch_component_state').length;
  expect(count).toBeLessThan(2_000);
  const leftOut = linesOf(reported, 'edgewatch_series_left_out');
  expect(leftOut).toEqual([`edgewatch_series_left_out{deployment="edge"} ${5_000 - count}`]);
});

test('too many event types take no space from components, and are counted', async () => {
  const events = Array.from({ length: 5_000 }, (_, index) => ({
    id: `evt_${index}`,
    name: `name.${index}`,
    count: 1,
    source: 'api',
    created_at: '2026-01-01T00:00:00Z',
  }));
  const { text } = await scrapeOf({ events });
  const reported = await text();
  expect(linesOf(reported, 'edgewatch_component_state')).toHaveLength(1);
  const count = linesOf(reported, 'edgewatch_events_reported').length;
  expect(count).toBeGreaterThan(1_900);
  expect(linesOf(reported, 'edgewatch_series_left_out')).toEqual([
    `edgewatch_series_left_out{deployment="edge"} ${5_000 - count}`,
  ]);
});

test('values whose labels become equal by cleaning are added up', async () => {
  const events = ['a\u0001', 'a\u0002'].map((name, index) => ({
    id: `evt_${index}`,
    name,
    count: 5 + index,
    source: 'api',
    created_at: '2026-01-01T00:00:00Z',
  }));
  const { text } = await scrapeOf({ events });
  expect(linesOf(await text(), 'edgewatch_events_reported')).toEqual([
    'edgewatch_events_reported{deployment="edge",source="api",event="a\ufffd"} 11',
  ]);
});

const hostile = ['a"b\\c\nd', '\u0000\u001b[31m', '\ud800', '{deployment="x"} 1', 'é'.repeat(10_000)];

test('hostile names stay within their label', async () => {
  const components = hostile.map((name) => ({ name, status: 'operational' }));
  const { text } = await scrapeOf({ components });
  const reported = await text();
  const lines = linesOf(reported, 'edgewatch_component_state');
  expect(lines).toHaveLength(hostile.length);
  const wellFormed =
    /^edgewatch_component_state\{deployment="edge",component="(?:[^"\\\n]|\\["\\n])*",severity="ok"\} 1$/;
  expect(lines.filter((line) => !wellFormed.test(line))).toEqual([]);
  expect(reported.isWellFormed()).toBe(true);
  expect(labelOf(hostile[4] ?? '')).toHaveLength(200);
});

function isPromtoolThere(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!isPromtoolThere())(
  'promtool finds no fault in the metrics (skipped if it is not installed)',
  async () => {
    const { text } = await scrapeOf({ components: hostile.map((name) => ({ name, status: 'x' })) });
    const said = execFileSync('promtool', ['check', 'metrics'], { input: await text(), encoding: 'utf8' });
    expect(said).toBe('');
  },
);
