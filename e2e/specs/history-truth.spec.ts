/**
 * Compares the history record with the log of a service that the test changes (e2e/servers/oracle.ts): over
 * faults, a restart and a kill.
 */

import { writeFile } from 'node:fs/promises';
import type { ChangeEntry, CoverageEntry, SpanEntry, StripEntry } from '#contract/history.ts';
import { type Body, type Oracle, paths, startOracle } from '../servers/oracle.ts';
import { startHost } from '../support/hosts/host.ts';
import { expect, test } from '../support/test.ts';

const all = Object.values(paths);
const minute = 60_000;

function stamp(time: number): string {
  return new Date(time).toISOString();
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

async function rowsOf<Entry>(url: string, page: string): Promise<readonly Entry[]> {
  const response = await fetch(`${url}/history/edge/${page}`);
  const body: { readonly data?: readonly Entry[] } = await response.json();
  if (!body.data) throw new Error(`${page}: ${JSON.stringify(body)}`);
  return body.data;
}

/**
 * Waits until each endpoint was polled again and the polls are recorded. All earlier changes are recorded
 * then.
 */
async function untilPolled(oracle: Oracle, url: string): Promise<void> {
  const startedAt = Date.now();
  const isMissing = async () => {
    const rows = await rowsOf<CoverageEntry>(
      url,
      `sight?from=${stamp(startedAt - minute)}&to=${stamp(startedAt + 5 * minute)}`,
    );
    return all.filter((path) => {
      const poll = oracle.double.log.find((each) => each.path === path && each.time > startedAt);
      const isRecorded = (row: CoverageEntry) =>
        row.endpoint === path && row.outcome === 'seen' && poll && Date.parse(row.to ?? '') >= poll.time;
      return !rows.some(isRecorded);
    });
  };
  await expect.poll(isMissing, { timeout: 60_000 }).toEqual([]);
}

/** Waits until no response confirms a state any more. */
async function untilUnconfirmed(url: string): Promise<void> {
  const confirmedPaths = async () => {
    const rows = await rowsOf<CoverageEntry>(url, `sight?from=${stamp(Date.now() - 5 * minute)}`);
    return all.filter((path) => {
      const last = rows.filter(({ endpoint }) => endpoint === path).at(-1);
      return last?.cause === null || last?.cause === 'pending';
    });
  };
  await expect.poll(confirmedPaths, { timeout: 60_000 }).toEqual([]);
}

/** Returns the parts of `intervals` that no interval of `others` covers. */
function without(intervals: readonly Interval[], others: readonly Interval[]): readonly Interval[] {
  return others.reduce<readonly Interval[]>(
    (left, { from, to }) =>
      left.flatMap((each) =>
        [
          { from: each.from, to: Math.min(each.to, from) },
          { from: Math.max(each.from, to), to: each.to },
        ].filter((rest) => rest.from < rest.to),
      ),
    intervals,
  );
}

function intervalsOf(rows: readonly { readonly from: string; readonly to: string | null }[]): Interval[] {
  return rows.map(({ from, to }) => ({
    from: Date.parse(from),
    to: to === null ? Number.POSITIVE_INFINITY : Date.parse(to),
  }));
}

/** Sorts the rows of a list as the history does. */
function inOrder({ data, ...rest }: Body): Body {
  const keyOf = (row: Readonly<Record<string, unknown>>) => String(row['id'] ?? row['code']);
  return data ? { ...rest, data: data.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) } : rest;
}

test('the record shows what was true, and nothing else', async () => {
  test.setTimeout(180_000);
  const began = Date.now();
  const oracle = await startOracle();
  const [file, data] = [test.info().outputPath('edgewatch.json'), test.info().outputPath('data')];
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: oracle.url }];
  const settings = { pollSeconds: 2, observe: 'all', limits: { timeoutSeconds: 3 }, deployments };
  await writeFile(file, JSON.stringify(settings));
  const start = () => startHost(['--config', file, '--data', data], undefined, { EDGEWATCH_OBSERVE: 'all' });
  let host = await start();
  await untilPolled(oracle, host.url);

  oracle.say('component', 'A', { status: 'down' });
  oracle.say('region', 'lim1', { status: 'degraded' });
  oracle.say('node', 'nod_1', { pop: 'lim1' });
  oracle.say('node', 'nod_2', null);
  oracle.count(7);
  // From here the list is truncated, so a missing row proves no absence.
  const truncated = Date.now();
  oracle.cut(['gra1']);
  oracle.say('component', 'C', null);
  await untilPolled(oracle, host.url);
  const complete = Date.now();
  oracle.cut([]);
  oracle.say('node', 'nod_2', { status: 'down', pop: 'lim1', capacity: '10G' });
  oracle.say('node', 'nod_1', { capacity: '100G' });
  await untilPolled(oracle, host.url);

  const faults = Date.now();
  oracle.fail(paths.status, { status: 503 });
  oracle.fail(paths.nodes, { status: 401 });
  oracle.fail(paths.regions, { hold: true });
  oracle.fail(paths.events, { headers: { 'Content-Type': 'text/html' }, body: '<p>Sign in</p>' });
  oracle.say('component', 'B', { status: 'wobbly' });
  await untilUnconfirmed(host.url);
  oracle.say('component', 'A', { status: 'operational' });
  const healed = Date.now();
  oracle.heal();
  await untilPolled(oracle, host.url);

  await host.stop();
  oracle.say('node', 'nod_3', { status: 'down' });
  oracle.say('component', 'C', { status: 'operational' });
  const stopped = Date.now();
  host = await start();
  await untilPolled(oracle, host.url);
  host.signal('SIGKILL');
  await host.ended;
  const killed = Date.now();
  host = await start();
  await untilPolled(oracle, host.url);

  const ended = Date.now();
  const window = `from=${stamp(began - minute)}&to=${stamp(ended + minute)}`;
  const spans = await rowsOf<SpanEntry>(host.url, `spans?${window}`);
  const coverage = await rowsOf<CoverageEntry>(host.url, `sight?${window}`);

  // The last poll of the endpoint that was polled least recently. History after it is not final.
  const settled = Math.min(
    ...all.map((path) => {
      const seen = coverage.filter((row) => row.endpoint === path && row.outcome === 'seen');
      return Date.parse(seen.at(-1)?.to ?? '');
    }),
  );

  await test.step('every true change is recorded once, and its change window contains the moment', () => {
    for (const [subject, states] of oracle.truth) {
      const recorded = spans.filter(({ kind, key }) => `${kind} ${key}` === subject);
      expect([subject, ...recorded.map(({ word }) => word)]).toEqual([
        subject,
        ...states.map(({ word }) => word),
      ]);
      for (const [index, { at }] of states.entries()) {
        const { from, notBefore } = recorded[index] ?? { from: '', notBefore: null };
        if (index === 0) expect(notBefore).toBeNull();
        else {
          expect(Date.parse(notBefore ?? '')).toBeLessThanOrEqual(at);
          expect(Date.parse(from)).toBeGreaterThanOrEqual(at);
        }
      }
    }
  });

  await test.step('coverage intervals tile, and gaps have their causes', () => {
    for (const path of all) {
      const rows = coverage.filter(({ endpoint }) => endpoint === path);
      expect(Date.parse(rows[0]?.from ?? '')).toBeLessThan(began);
      for (const [index, { to }] of rows.entries()) expect(to).toBe(rows[index + 1]?.from ?? null);
      const during = (from: number, to: number) =>
        rows
          .filter((row) => row.outcome === 'blind' && row.cause !== 'not-recorded' && row.cause !== 'pending')
          .filter((row) => Date.parse(row.from) < to && (row.to === null || Date.parse(row.to) > from))
          .map(({ cause, detail }) => (cause === 'host-stopped' ? `${cause} ${detail}` : cause));
      const cause = { [paths.nodes]: 'denied', [paths.regions]: 'unreachable' }[path as string] ?? 'failing';
      expect([path, ...during(faults + 1000, healed)]).toEqual([path, cause]);
      expect(during(stopped, stopped + 1)).toEqual(['host-stopped stopped']);
      expect(during(killed, killed + 1)).toEqual(['host-stopped killed']);
    }
  });

  await test.step('a region missing from truncated responses is not observed', () => {
    const [row, ...others] = spans.filter((each) => each.leftOut);
    expect(row).toMatchObject({ kind: 'region', key: 'gra1', word: 'operational' });
    expect(others).toEqual([]);
    const [time, ...more] = intervalsOf(row?.leftOut ?? []);
    expect(more).toEqual([]);
    expect(time?.from).toBeGreaterThanOrEqual(truncated);
    expect(time?.from).toBeLessThan(complete);
    expect(time?.to).toBeGreaterThanOrEqual(complete);
  });

  await test.step('no time counts as good that was not', async () => {
    for (const [subject, states] of oracle.truth) {
      const recorded = spans.filter(({ kind, key }) => `${kind} ${key}` === subject);
      const [path] = recorded.map(({ endpoint }) => endpoint);
      const seen = intervalsOf(coverage.filter((row) => row.endpoint === path && row.outcome === 'seen'));
      const leftOut = intervalsOf(recorded.flatMap((each) => each.leftOut ?? []));
      const good = without(intervalsOf(recorded.filter(({ severity }) => severity === 'ok')), leftOut);
      const later = [{ from: settled, to: Number.POSITIVE_INFINITY }];
      const shown = without(without(seen, without(seen, good)), later);
      const truly = states.flatMap(({ at, word }, index) =>
        word === 'operational' ? [{ from: at, to: states[index + 1]?.at ?? Number.POSITIVE_INFINITY }] : [],
      );
      const changeWindows = recorded.flatMap(({ from, notBefore }) =>
        notBefore === null ? [] : [{ from: Date.parse(notBefore), to: Date.parse(from) }],
      );
      expect([subject, ...without(without(shown, truly), changeWindows)]).toEqual([subject]);
      const fault = { from: faults + 3_000, to: healed };
      expect(without([fault], seen)).toEqual([fault]);
      const { kind, key } = recorded[0] ?? { kind: '', key: '' };
      const past = `from=${stamp(began - minute)}&to=${stamp(settled)}`;
      const strips = await rowsOf<StripEntry>(
        host.url,
        `strips?kind=${kind}&${past}&marks=7&zone=Asia/Kolkata`,
      );
      const strip = strips.find((each) => each.key === key);
      const length = shown.reduce((sum, { from, to }) => sum + to - from, 0);
      expect([subject, strip?.good]).toEqual([subject, length]);
    }
    for (const zone of ['UTC', 'Australia/Lord_Howe', 'America/St_Johns'])
      for (const kind of ['deployment', 'component', 'region', 'node'])
        for (let draw = 0; draw < 5; draw += 1) {
          const from = began - Math.floor(Math.random() * minute);
          const to = from + Math.floor(Math.random() * 3 * minute);
          const part = `from=${stamp(from)}&to=${stamp(to)}`;
          for (const strip of await rowsOf<StripEntry>(host.url, `strips?kind=${kind}&${part}&zone=${zone}`))
            expect(strip.good + strip.bad + strip.unknown + strip.unobserved).toBe(to - from);
        }
  });

  await test.step('moves, growth, arrivals and departures are recorded once each', async () => {
    const entries = await rowsOf<ChangeEntry>(host.url, `changes?${window}&limit=1000`);
    // Changes of kind `deployment` are contradictions of the status document.
    const recorded = entries
      .filter(({ kind }) => kind !== 'deployment')
      .map(({ type, kind, key, before, after }) => [type, kind, key, before, after].join(' '));
    expect(recorded.toSorted()).toEqual(
      [
        'state component A operational down',
        'state component A down operational',
        'state component B operational wobbly',
        'vanished component C operational ',
        'returned component C  operational',
        'state region lim1 operational degraded',
        'vanished node nod_2 operational ',
        'returned node nod_2  down',
        'moved node nod_2 gra1 lim1',
        'state node nod_3 operational down',
        'moved node nod_1 gra1 lim1',
        'capacity node nod_1 10G 100G',
        'word component B  wobbly',
      ].toSorted(),
    );
    const points = await rowsOf<{ falls: number }>(host.url, `series?name=events/evt_1&${window}`);
    expect(points.reduce((sum, { falls }) => sum + falls, 0)).toBe(1);
  });

  await test.step('a past response is the one that was sent, at 1,000 moments', async () => {
    const counts: Record<string, number> = { complete: 0, partial: 0, none: 0 };
    for (let moment = 0; moment < 1_000; moment += 1) {
      const path = all[moment % all.length] ?? paths.status;
      const time = began + Math.floor(Math.random() * (settled - began));
      const response = await fetch(`${host.url}/history/edge/at/${stamp(time)}${path}`);
      const body: Body = await response.json();
      const observed = response.headers.get('edgewatch-observed') ?? '';
      counts[observed] = (counts[observed] ?? 0) + 1;
      const isSeen = coverage.some(
        ({ endpoint, outcome, from, to }) =>
          endpoint === path && outcome === 'seen' && from <= stamp(time) && (to ?? '') >= stamp(time),
      );
      expect([path, stamp(time), observed === 'none']).toEqual([path, stamp(time), !isSeen]);
      if (response.status === 404) continue;
      const seen = Date.parse(response.headers.get('edgewatch-seen') ?? '');
      expect(seen).toBeLessThanOrEqual(time);
      const truth = oracle.sent.findLast((each) => each.path === path && each.at <= seen)?.body;
      const isTruncated = JSON.stringify(truth).includes('"has_more":true');
      if (isSeen)
        expect([path, stamp(time), observed]).toEqual([
          path,
          stamp(time),
          isTruncated ? 'partial' : 'complete',
        ]);
      // Without coverage, it is the last known response before.
      if (!isTruncated) expect(inOrder(body)).toEqual(inOrder(truth ?? {}));
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });

  await test.step('responses are cacheable, can be revalidated, and accept a trailing slash', async () => {
    const address = `${host.url}/history/edge/spans?from=${stamp(began)}&to=${stamp(healed)}`;
    expect((await fetch(address)).headers.get('cache-control')).toBe('public, max-age=300');
    // A poll that is recorded between two requests changes `knownUntil`, and with it the tag.
    const revalidated = async () => {
      const etag = (await fetch(address)).headers.get('etag') ?? '';
      const again = await fetch(address, { headers: { 'if-none-match': etag } });
      const head = await fetch(address, { method: 'HEAD' });
      const isSame = head.headers.get('etag') === etag;
      return [again.status, await again.text(), head.status, isSame, await head.text()];
    };
    await expect.poll(revalidated).toEqual([304, '', 200, true, '']);
    expect((await fetch(`${host.url}/history/edge/`)).status).toBe(200);
    expect((await fetch(`${host.url}/history/edge/spans/`)).status).toBe(200);
    const ready: unknown = await (await fetch(`${host.url}/readyz`)).json();
    expect(ready).toMatchObject({ recorder: { recording: true, reason: null } });
  });
  await host.stop();
  await oracle.close();
});
