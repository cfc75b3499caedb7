import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, question } from '#testing/history/history-responses.ts';
import { newNote, notesOf } from '#testing/history/notes.ts';
import { sharedHost, takeover } from '#testing/history/shared-hosts.ts';
import { answeredAt, failedAt, nodesObservation, statusObservation } from '#testing/observer/polls.ts';
import { hasPostgres, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import { respondToPost } from '../notes/post-note.ts';
import { respond } from '../responses/respond.ts';

const [status, nodes] = ['/api/v2/status', '/api/v2/nodes'] as const;

type Host = ReturnType<typeof sharedHost>;

describe.skipIf(!hasPostgres)(`a host that follows the record of another${whyNoPostgres}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    await server.query('postgres', 'drop schema public cascade; create schema public');
  });

  const untilKnown = (host: Host, time: number | null) =>
    expect.poll(host.knownUntil, { timeout: takeover, interval: 20 }).toBe(time);

  /** Starts a host that records, and one that follows. */
  async function startBoth(): Promise<readonly [Host, Host]> {
    const first = sharedHost(server.url());
    await expect.poll(first.state, { timeout: takeover }).toBe('records');
    const at = await first.poll('operational');
    const second = sharedHost(server.url());
    await expect.poll(second.state, { timeout: takeover }).toBe('locked');
    await untilKnown(second, at);
    return [first, second];
  }

  /** Asks a host for its history between two times, in epoch milliseconds, as of `to`. */
  async function answers(host: Host, from: number, to: number) {
    const [begin, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
    const window = `from=${begin}&to=${end}`;
    const addresses = [
      'since',
      ...['sight', 'spans', 'changes', 'notes', 'levels', 'handover'].map((name) => `${name}?${window}`),
      ...['component', 'node', 'deployment'].map((kind) => `strips?kind=${kind}&${window}`),
      `series?name=totals/nodes&${window}`,
      ...[status, nodes].map((path) => `at/${end}${path}`),
    ];
    const contexts = host.contexts(to);
    const asked = addresses.map(async (address) => {
      const { status: code, body } = await respond(question(`/edge/${address}`), contexts);
      expect([address, code]).toEqual([address, 200]);
      return { address, text: new TextDecoder().decode(body ?? new Uint8Array()) };
    });
    return Promise.all(asked);
  }

  test('answers with the same bytes: polls, spans, gaps, lists, numbers and notes', async () => {
    const [first, second] = await startBoth();
    // Polls of an hour, but a moment long: the second one is told of some of them at a time.
    const begin = Date.now();
    let at = begin;
    const next = () => (at += 2_000);
    const components = (API: string, more = {}) => statusObservation('operational', { API, ...more });
    await first.take(answeredAt(next(), status, components('operational')));
    await first.take(answeredAt(next(), nodes, nodesObservation({ b: ['fra', 'ok'], a: ['ams', 'ok'] })));
    await untilKnown(second, at);
    // Spans and coverage intervals are replaced, not only appended.
    await first.take(answeredAt(next(), status, components('down', { 'a\0b\u{d800}\\': 'new word' })));
    await first.take(answeredAt(next(), status, components('operational')));
    for (let change = 0; change < 40; change += 1)
      // oxlint-disable-next-line no-await-in-loop -- the word changes so often that it is rolled up
      await first.take(answeredAt(next(), status, components(change % 2 === 0 ? 'down' : 'operational')));
    await untilKnown(second, at);
    await first.take(failedAt(next(), status, 'unreachable'));
    at += 60_000;
    await first.take(failedAt(next(), status, 'failing'));
    const huge = { name: 'totals/capacity', value: 2n ** 70n };
    const list = nodesObservation({ a: ['ams', 'down', '200G'], c: ['fra', 'ok'] });
    await first.take(answeredAt(next(), nodes, { ...list, totals: [...list.totals, huge] }));
    await first.take(answeredAt(next(), status, statusObservation('degraded', { New: 'down', API: 'down' })));
    const about = { kind: 'component', key: 'API', occurrence: 1 } as const;
    const noted = newNote(0, { deployment: 'edge', at, from: at, to: at, ...about });
    await first.records.of('edge')?.readable?.store.addNote(noted);
    await untilKnown(second, at);
    const written = await answers(first, begin - 10_000, at + 1_000);
    expect(await answers(second, begin - 10_000, at + 1_000)).toEqual(written);
    expect(second.records.of('edge')?.isFollowing).toBe(true);
    // One that loads the record now knows as much as the one that followed it.
    const third = sharedHost(server.url());
    await untilKnown(third, at);
    expect(await answers(third, begin - 10_000, at + 1_000)).toEqual(written);
  }, 60_000);

  test('states that another host records, and responds', async () => {
    const [, second] = await startBoth();
    const { body } = await ask('/edge', second.contexts());
    expect(body).toMatchObject({ recording: false, reason: 'locked', notice: null });
    expect(body.since).not.toBeNull();
    expect((await ask('/edge/spans', second.contexts())).status).toBe(200);
  }, 30_000);

  test('takes notes, which both hosts show', async () => {
    const [first, second] = await startBoth();
    const body = JSON.stringify({ text: 'Known: the link is cut.', who: 'Ada' });
    const post = { path: '/edge/notes', body, visible: new Set(['edge']), name: null, requestKey: 'once' };
    const ids = [second, first, second].map(async (host) => {
      const answered = await respondToPost(post, host.contexts());
      expect(answered.status).toBeLessThan(300);
      return new TextDecoder().decode(answered.body ?? new Uint8Array());
    });
    expect(new Set(await Promise.all(ids)).size).toBe(1);
    const notes = await Promise.all(
      [first, second].map(async ({ records }) => {
        const store = records.of('edge')?.readable?.store;
        return store && notesOf(store, { deployment: 'edge' });
      }),
    );
    expect(notes[0]).toHaveLength(1);
    expect(notes[1]).toEqual(notes[0]);
  }, 30_000);

  test('records after the other one has stopped, and had the history all the time', async () => {
    const [first, second] = await startBoth();
    const begin = Date.now();
    await first.poll('down');
    const last = await first.poll('operational');
    await untilKnown(second, last);
    let unread = 0;
    const watch = setInterval(() => {
      if (second.records.of('edge')?.readable?.present.knownUntil('edge') == null) unread += 1;
    }, 5);
    const window = `from=${new Date(begin - 10_000).toISOString()}&to=${new Date(last).toISOString()}`;
    const spans = async (host: Host) => (await ask(`/edge/spans?${window}`, host.contexts())).body.data;
    const before = await spans(first);
    await first.close();
    await expect.poll(second.state, { timeout: takeover }).toBe('records');
    clearInterval(watch);
    expect(unread).toBe(0);
    expect(await spans(second)).toEqual(before);
    const at = await second.poll('operational');
    expect(second.knownUntil()).toBe(at);
    expect(second.gaps()).toEqual([
      ['host-stopped', 'stopped'],
      ['pending', null],
    ]);
    // The first one comes back, and follows.
    const third = sharedHost(server.url());
    await untilKnown(third, at);
    await untilKnown(third, await second.poll('down'));
  }, 60_000);

  test('loads the record again if it missed entries of the journal', async () => {
    const [first, second] = await startBoth();
    const followed = second.records.of('edge')?.followed;
    await first.poll('down');
    await server.query('postgres', 'delete from journal');
    const at = await first.poll('operational');
    await untilKnown(second, at);
    expect(second.records.of('edge')?.followed).not.toBe(followed);
    const again = second.records.of('edge')?.followed;
    await untilKnown(second, await first.poll('down'));
    expect(second.records.of('edge')?.followed).toBe(again);
  }, 30_000);

  test('loads the record again after a response that is too long for the journal', async () => {
    const [first, second] = await startBoth();
    const many = Array.from({ length: 8_000 }, (_, index) => [`node ${index}`, ['fra', 'ok']] as const);
    const at = await first.take(answeredAt(Date.now(), nodes, nodesObservation(Object.fromEntries(many))));
    await untilKnown(second, at);
    expect(second.records.of('edge')?.readable?.present.subjects('edge', 'node')).toHaveLength(many.length);
    await untilKnown(second, await first.poll('down'));
  }, 120_000);

  test('has no history while the database does not respond, and goes on once it does', async () => {
    const [first, second] = await startBoth();
    await server.stop();
    await expect.poll(second.state, { timeout: takeover }).toBe('store');
    expect(second.records.of('edge')?.readable).toBeNull();
    await server.run();
    await expect
      .poll(() => [first.state(), second.state()].includes('records'), { timeout: takeover })
      .toBe(true);
    const [writer, reader] = first.state() === 'records' ? [first, second] : [second, first];
    await untilKnown(reader, await writer.poll('operational'));
  }, 60_000);

  test('has each poll within some seconds', async () => {
    const [first, second] = await startBoth();
    const lags: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one poll after another
      const at = await first.poll(count % 3 === 0 ? 'down' : 'operational');
      const committed = performance.now();
      // oxlint-disable-next-line no-await-in-loop
      await untilKnown(second, at);
      lags.push(performance.now() - committed);
    }
    expect(Math.max(...lags)).toBeLessThan(3_000);
  }, 60_000);
});
