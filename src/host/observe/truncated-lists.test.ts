import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChangeEntry, CoverageEntry, SeriesPoint, SpanEntry, StripEntry } from '#contract/history.ts';
import { contextOf, rows } from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import {
  type Answering,
  envelope,
  observe,
  pass,
  statusDocument,
  useObserverClock,
} from '#testing/observer/observing.ts';
import { Budget } from '../gateway/budget.ts';
import { budgetHeader } from '../gateway/deployment.ts';
import { ObserverMetrics } from '../metrics/observer-metrics.ts';
import { SliceRows } from './watches/slice-traffic.ts';

beforeEach(() => useObserverClock('2026-11-23T03:00:00.000Z'));
afterEach(() => void vi.useRealTimers());

const second = 1_000;
const minute = 60 * second;
const nodesPath = '/api/v2/nodes';

interface Service {
  /** Id of a node → its region and status word. */
  readonly nodes: Map<string, { readonly pop: string; readonly status: string }>;
  readonly codes: readonly string[];
  /** Whether every list is truncated. */
  isTruncated: boolean;
  maxAge: number;
}

const codes = ['ams1', 'fra1', 'iad1'];

function createService(what: Partial<Service> = {}): Service {
  const nodes = Array.from({ length: 9 }, (_, index) => {
    const pop = codes[index % codes.length] ?? '';
    return [`nod_${index}`, { pop, status: 'operational' }] as const;
  });
  return { codes, isTruncated: false, maxAge: 2, ...what, nodes: new Map(nodes) };
}

/** Answers like a service. A truncated response leaves out the last row. */
function answering(service: Service): Answering {
  return (path, search) => {
    const headers = { 'cache-control': `public, max-age=${service.maxAge}` };
    const region = new URLSearchParams(search).get('region');
    const answer = (all: readonly object[]) => {
      const isCut = service.isTruncated && region === null;
      const data = isCut ? all.slice(0, -1) : all;
      return Response.json(envelope(data, { has_more: isCut }), { headers });
    };
    if (path === '/api/v2/status') return Response.json(statusDocument('operational'));
    if (path === '/api/v2/regions')
      return answer(
        service.codes.map((code) => ({ code, name: code, zone: 'eu', country: 'DE', status: 'operational' })),
      );
    if (path === nodesPath)
      return answer(
        [...service.nodes].flatMap(([id, { pop, status }]) =>
          region === null || region === pop
            ? [{ id, pop, status, capacity: '100G', created_at: '2026-01-01T00:00:00Z' }]
            : [],
        ),
      );
    return new Response('', { status: 404 });
  };
}

const stamp = (at: number) => new Date(at).toISOString();

/** An observer with a recorder, and a function that returns history responses for a window. */
function observed(service: Service, answer = answering(service)) {
  const record = new RecordInMemory();
  const observing = observe(answer, { pollMilliseconds: 2 * second }, { record });
  const history = async <Entry>(page: string, from: number) => {
    const now = Date.now();
    const context = contextOf(record, now);
    const mark = page.includes('?') ? '&' : '?';
    return rows<Entry>(`/edge/${page}${mark}from=${stamp(from)}&to=${stamp(now)}`, context);
  };
  return { ...observing, history };
}

// A fault of an earlier version: after 20 s of truncated lists, the observer polled nodes every 15 minutes
// for ever.
test('once a list is complete again, one response is requested and an outage of a node is recorded', async () => {
  const service = createService();
  const { asked: parameters, forget, history } = observed(service);
  await pass(10 * second);
  service.isTruncated = true;
  await pass(20 * second);
  service.isTruncated = false;
  await pass(8 * second);
  const recovered = Date.now();
  forget();
  await pass(20 * second);
  service.nodes.set('nod_4', { pop: 'fra1', status: 'major_outage' });
  const began = Date.now();
  await pass(45 * second);
  service.nodes.set('nod_4', { pop: 'fra1', status: 'operational' });
  await pass(15 * second);
  const requests = parameters.filter(({ path }) => path === nodesPath);
  expect(requests.filter(({ search }) => search.includes('region'))).toEqual([]);
  expect(requests.length).toBeGreaterThan(10);
  const nodes = (await history<CoverageEntry>('sight', recovered)).filter(
    ({ endpoint }) => endpoint === nodesPath,
  );
  expect(Math.max(...nodes.map(({ longestSeconds }) => longestSeconds ?? 0))).toBeLessThan(15);
  const spans = await history<SpanEntry>('spans?kind=node&key=nod_4', recovered);
  const outage = spans.find(({ word }) => word === 'major_outage');
  expect(Date.parse(outage?.from ?? '')).toBeLessThan(began + 10 * second);
  const strips = await history<StripEntry>('strips?kind=node', recovered);
  const bad = strips.find(({ key }) => key === 'nod_4')?.bad ?? 0;
  expect(Math.abs(bad - 45 * second)).toBeLessThan(10 * second);
});

// The list of regions has no parameters, so the rows that a truncated response leaves out cannot be read
// otherwise.
test('a region that truncated responses leave out is not observed until the list is complete again', async () => {
  const service = createService();
  const { history } = observed(service);
  const from = Date.now();
  await pass(20 * second);
  service.isTruncated = true;
  await pass(40 * second);
  service.isTruncated = false;
  await pass(20 * second);
  const strips = await history<StripEntry>('strips?kind=region', from);
  const unobserved = (code: string) => strips.find(({ key }) => key === code)?.unobserved ?? 0;
  expect(unobserved('ams1')).toBeLessThan(10 * second);
  expect(unobserved('iad1') - unobserved('ams1')).toBeGreaterThan(35 * second);
  expect(unobserved('iad1') - unobserved('ams1')).toBeLessThan(48 * second);
  expect(await history<ChangeEntry>('changes?kind=region', from)).toEqual([]);
});

test('nodes that must be read region by region are read at their lifetime, without a gap', async () => {
  const service = createService({ isTruncated: true, maxAge: 60 });
  const { asked: parameters, forget, history, judgement, now } = observed(service);
  await pass(minute);
  const from = Date.now();
  forget();
  await pass(10 * minute);
  for (const code of codes) {
    const slices = parameters.filter(({ search }) => search.includes(`region=${code}`));
    expect(slices).toHaveLength(10);
  }
  const coverage = (await history<CoverageEntry>('sight', from)).filter(
    ({ endpoint }) => endpoint === nodesPath,
  );
  expect(coverage.filter(({ cause }) => cause !== null && cause !== 'pending')).toEqual([]);
  expect(coverage[0]?.longestSeconds).toBeLessThan(70);
  service.nodes.set('nod_4', { pop: 'fra1', status: 'major_outage' });
  await pass(65 * second);
  const spans = await history<SpanEntry>('spans?kind=node&key=nod_4', from);
  expect(spans.map(({ word }) => word)).toEqual(['operational', 'major_outage']);
  expect(judgement.seen(now()).severity).toBe('critical');
});

test('a node that disappeared while its list was truncated is recorded once the list is complete, and totals have points', async () => {
  const service = createService();
  const { history } = observed(service);
  await pass(20 * second);
  const from = Date.now();
  service.isTruncated = true;
  service.nodes.delete('nod_2');
  await pass(20 * second);
  service.isTruncated = false;
  await pass(20 * second);
  const changes = await history<ChangeEntry>('changes?kind=node', from);
  expect(changes.map(({ key, type }) => [key, type])).toEqual([['nod_2', 'vanished']]);
  for (const name of ['totals/nodes', 'totals/capacity']) {
    const points = await history<SeriesPoint>(`series?points=6&name=${name}`, from);
    expect(points.map(({ last }) => last).filter((last) => last === null)).toEqual([]);
    expect(points.at(-1)?.last).toBe(name === 'totals/nodes' ? 8 : 800);
  }
});

/** A service with three buckets per region. They appear only in the list of their region. */
function withBuckets(service: Service): Answering {
  const answer = answering(service);
  return (path, search) => {
    if (path !== '/api/v2/buckets') return answer(path, search);
    const region = new URLSearchParams(search).get('region');
    const listed = region === null ? service.codes : [region];
    const data = listed.slice(0, 100).flatMap((code) =>
      Array.from({ length: 3 }, (_, index) => ({
        id: `bkt_${code}${index}`,
        name: code,
        region: code,
        objects: 1,
        bytes: 10,
        created_at: '2026-01-01T00:00:00Z',
      })),
    );
    const body = envelope(data, { has_more: region === null });
    return Response.json(body, { headers: { 'cache-control': 'public, max-age=60' } });
  };
}

test('a bucket list that is read slowly has figures, but is neither fresh nor covered', async () => {
  const service = createService({ codes: [...codes, 'lhr1', 'nrt1', 'osl1'], maxAge: 60 });
  const {
    observer,
    judgement,
    asked: parameters,
    forget,
    history,
    now,
  } = observed(service, withBuckets(service));
  await pass(30 * minute);
  forget();
  const from = Date.now();
  await pass(30 * minute);
  const slices = parameters.filter(({ search }) => search.includes('region='));
  // Each region is requested once in 15 minutes, spread over that time.
  expect(slices).toHaveLength(2 * service.codes.length);
  const pauses = slices.slice(1).map(({ at }, index) => at - (slices[index]?.at ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(minute);
  const coverage = (await history<CoverageEntry>('sight', from)).filter(
    ({ endpoint }) => endpoint === '/api/v2/buckets',
  );
  const seen = coverage.filter(({ outcome }) => outcome === 'seen');
  expect(seen.every(({ from: begin, to }) => begin === to)).toBe(true);
  const text = await new ObserverMetrics().text([{ observer, judgement }], new Set(['edge']), now());
  expect(text).toContain('edgewatch_endpoint_fresh{deployment="edge",endpoint="/api/v2/buckets"} 0');
  expect(text).toContain(
    'edgewatch_endpoint_slice_interval_seconds{deployment="edge",endpoint="/api/v2/buckets"} 900',
  );
  expect(text).toContain('edgewatch_buckets{deployment="edge",region="osl1"} 3');
  expect(text).toContain('edgewatch_endpoint_fresh{deployment="edge",endpoint="/api/v2/nodes"} 1');
});

function manyCodes(count: number): readonly string[] {
  const letter = (index: number) => String.fromCharCode(97 + (index % 26));
  return Array.from({ length: count }, (_, index) => `r${letter(Math.floor(index / 26))}${letter(index)}1`);
}

test('260 regions behind a clamp are all read within half of the budget; the other half stays free for viewers', {
  timeout: 120_000,
}, async () => {
  const service = createService({ codes: manyCodes(260), isTruncated: true, maxAge: 60 });
  for (const code of service.codes) service.nodes.set(`nod_${code}`, { pop: code, status: 'operational' });
  const [budget, slices] = [new Budget(120), new Budget(10, 10 * second)];
  const answer = withBuckets(service);
  const refusals: number[] = [];
  const {
    observer,
    asked: parameters,
    looks,
  } = observed(service, (path, search) => {
    const free = search.includes('region=') ? 60 : 0;
    const wait = path.endsWith('/status') ? 0 : (free > 0 && slices.wait()) || budget.wait(free);
    if (wait === 0) return answer(path, search);
    refusals.push(free);
    const headers = { 'retry-after': String(wait), [budgetHeader]: 'used-up' };
    return new Response('', { status: 503, headers });
  });
  let nodesWholeAt = 0;
  let bucketsWholeAt = 0;
  const began = Date.now();
  for (let elapsed = 0; elapsed < 15 && bucketsWholeAt === 0; elapsed += 0.25) {
    await pass(15 * second);
    expect(budget.state.spent).toBeLessThanOrEqual(70);
    const claims = (['node', 'bucket'] as const).map(
      (resource) => observer.listOf(resource)?.feed.answer?.value.claim,
    );
    if (claims[0]?.kind === 'known-regions') nodesWholeAt ||= Date.now() - began;
    if (claims[1]?.kind === 'known-regions') bucketsWholeAt ||= Date.now() - began;
  }
  expect(nodesWholeAt).toBeGreaterThan(0);
  expect(nodesWholeAt).toBeLessThan(5.5 * minute);
  expect(bucketsWholeAt).toBeGreaterThan(0);
  // Only requests for single regions wait. Each refusal pauses all of them.
  expect(new Set(refusals)).toEqual(new Set([60]));
  expect(refusals.length).toBeLessThan(parameters.length / 2);
  expect(looks.length).toBeLessThan(2_000);
});

test('the rows of sliced lists are bounded: a list that does not fit stays truncated, and is reported once', async () => {
  const service = createService({ codes: [...codes, 'lhr1', 'nrt1', 'osl1'], isTruncated: true, maxAge: 60 });
  const lines: string[] = [];
  const shared = { sliceRows: new SliceRows(20), report: (line: string) => lines.push(line) };
  const { observer, judgement, asked: parameters, forget, now } = observe(withBuckets(service), {}, shared);
  await pass(20 * minute);
  const claimOf = (resource: 'node' | 'bucket') => observer.listOf(resource)?.feed.answer?.value.claim.kind;
  // The lists have 9 and 18 rows, together more than the maximum of 20. Nodes come first, because the verdict
  // needs them.
  expect([claimOf('node'), claimOf('bucket')]).toEqual(['known-regions', 'at-least']);
  expect(judgement.seen(now()).severity).toBe('ok');
  forget();
  await pass(20 * minute);
  expect(parameters.some(({ path, search }) => path === '/api/v2/buckets' && search.includes('region='))).toBe(
    false,
  );
  await pass(45 * minute);
  expect(lines).toEqual([expect.stringContaining('/api/v2/buckets is no longer read region by region')]);
  const claim = observer.listOf('bucket')?.feed.answer?.value.claim;
  expect(claim?.kind === 'at-least' && claim.reasons).toEqual([
    'the list stops at 18 and the service states that there are more',
  ]);
});
