import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SinceResponse } from '#contract/history.ts';
import { mostOfText, type Note } from '#contract/notes.ts';
import type { Problem } from '#contract/problem.ts';
import { ask, begin, contextOf, exampleRecord, rows, time } from '#testing/history/history-responses.ts';
import type { RecordInMemory } from '#testing/history/recorded.ts';
import type { RecordedDeployment, RecorderState } from '../responses/context.ts';
import { mostNotes } from '../store/notes.ts';
import { type NotePost, respondToPost } from './post-note.ts';

const words = { text: 'The link is cut.', who: 'Ada' };
const api = { kind: 'component', key: 'API' };

interface Asked extends Partial<NotePost> {
  readonly record?: RecordInMemory;
  /** Seconds after the first poll. */
  readonly now?: number;
  readonly deployment?: Partial<RecordedDeployment>;
  readonly recorder?: Partial<RecorderState>;
}

/** Posts a body; an object becomes JSON. */
async function post(
  body: unknown,
  { record = exampleRecord(), now = 31, deployment, recorder, ...more }: Asked = {},
) {
  const context = contextOf(record, begin + now * 1000, deployment, recorder);
  await context.settled();
  const sent = {
    path: '/edge/notes',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    visible: new Set(['edge']),
    name: null,
    requestKey: null,
    ...more,
  };
  const { status, headers, body: bytes } = await respondToPost(sent, context);
  // Tests check the members that they use.
  const read = JSON.parse(new TextDecoder().decode(bytes ?? undefined)) as Note & Omit<Problem, 'kind'>;
  return { status, headers, body: read };
}

const listed = (record: RecordInMemory, search = '') =>
  rows<Note>(`/edge/notes?from=${time(0)}&to=${time(60)}${search}`, contextOf(record));

describe('a posted note', () => {
  it('has an id of the host, is about now, and is in the next response', async () => {
    const record = exampleRecord();
    const { status, headers, body } = await post(words, { record });
    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
    expect(body).toEqual({
      ...words,
      id: 1,
      at: time(31),
      from: time(31),
      to: time(31),
      verified: false,
      link: null,
      kind: null,
      key: null,
      occurrence: null,
      withdrawn: null,
    });
    expect(await listed(record)).toEqual([body]);
  });

  it('may be about a span of time and one subject, with a ticket', async () => {
    const about = { from: time(4), to: time(20), ...api, link: 'HTTPS://tickets.test/a b' };
    const { body } = await post({ ...words, ...about });
    expect(body).toMatchObject({ ...about, occurrence: 1, link: 'https://tickets.test/a%20b' });
  });

  it('has the name of the log-in, and no other', async () => {
    const { body } = await post({ text: 'x' }, { name: 'ada@test' });
    expect(body).toMatchObject({ who: 'ada@test', verified: true });
    expect((await post({ text: 'x', who: 'ada@test' }, { name: 'ada@test' })).status).toBe(201);
    const other = await post({ text: 'x', who: 'Bo' }, { name: 'ada@test' });
    expect(other).toMatchObject({ status: 400, body: { parameter: 'who' } });
    expect((await post({ text: 'x' })).body).toMatchObject({ status: 400, parameter: 'who' });
  });

  it('has its words as they were written, up to 2,000 characters', async () => {
    const longest = '🦊'.repeat(mostOfText);
    expect((await post({ ...words, text: longest })).body.text).toBe(longest);
    expect((await post({ ...words, text: `${longest}x` })).body).toMatchObject({
      status: 400,
      parameter: 'text',
    });
    expect((await post({ ...words, text: '  a\r\n\tb \n' })).body.text).toBe('a\n\tb');
  });

  it.each<[string, unknown, string | undefined]>([
    ['not JSON', '{', undefined],
    ['no object', [], undefined],
    ['an unknown member', { ...words, id: 7 }, 'id'],
    ['no text', { who: 'Ada' }, 'text'],
    ['a blank text', { ...words, text: ' \n' }, 'text'],
    ['a text that is a number', { ...words, text: 7 }, 'text'],
    ['a control character', { ...words, text: 'a\u0000b' }, 'text'],
    ['a name that turns the text after it', { ...words, who: 'Ada\u202e' }, 'who'],
    ['half a character', { ...words, text: 'a\ud800' }, 'text'],
    ['a name of two lines', { ...words, who: 'Ada\nBo' }, 'who'],
    ['a name that is too long', { ...words, who: 'a'.repeat(101) }, 'who'],
    ['a script as link', { ...words, link: 'javascript:alert(1)' }, 'link'],
    ['a link without host', { ...words, link: 'tickets/1' }, 'link'],
    ['a link with a password', { ...words, link: 'https://a:b@tickets.test' }, 'link'],
    ['a time of another form', { ...words, from: '2026-11-23' }, 'from'],
    ['a time that does not exist', { ...words, from: '2026-02-30T00:00:00Z' }, 'from'],
    ['a time far away', { ...words, from: '2020-02-03T00:00:00Z' }, 'from'],
    ['an end alone', { ...words, to: time(1) }, 'from'],
    ['an end before its start', { ...words, from: time(2), to: time(1) }, 'to'],
    ['an unknown kind', { ...words, kind: 'bucket', key: 'x' }, 'kind'],
    ['a key alone', { ...words, key: 'API' }, 'kind'],
    ['a kind alone', { ...words, kind: 'component' }, 'key'],
    ['a subject that is not recorded', { ...words, kind: 'component', key: 'Nothing' }, 'key'],
    ['an occurrence that is not recorded', { ...words, ...api, occurrence: 2 }, 'key'],
    ['an occurrence of zero', { ...words, ...api, occurrence: 0 }, 'occurrence'],
  ])('with %s is refused, and the member is named', async (_what, body, parameter) => {
    const { status, headers, body: problem } = await post(body);
    expect([status, headers['content-type'], problem.parameter]).toEqual([
      400,
      'application/problem+json',
      parameter,
    ]);
  });

  it('of a deployment that the viewer may not see, or that is not observed, is 404', async () => {
    expect((await post(words, { visible: new Set() })).status).toBe(404);
    expect((await post(words, { path: '/other/notes' })).status).toBe(404);
    const off = await post(words, { deployment: { observe: 'off' } });
    expect(off).toMatchObject({ status: 404, body: { code: 'not-observed' } });
  });

  it.each(['locked', 'newer', 'read-only', 'disk-full', 'clock'] as const)(
    'is 503 with the reason while nothing is recorded: %s',
    async (reason) => {
      const { status, body } = await post(words, { recorder: { recording: false, reason } });
      expect([status, body.reason]).toEqual([503, reason]);
    },
  );

  it('is written once for one Idempotency-Key, and other content with it is refused', async () => {
    const record = exampleRecord();
    const first = await post(words, { record, requestKey: 'one' });
    const again = await post(words, { record, requestKey: 'one', now: 45 });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    const other = await post({ ...words, text: 'Other' }, { record, requestKey: 'one' });
    expect(other).toMatchObject({ status: 422, body: { parameter: 'Idempotency-Key' } });
    expect(await listed(record)).toHaveLength(1);
  });

  it('is refused with the next time beyond the limit of a day', async () => {
    const record = exampleRecord();
    for (let n = 0; n < mostNotes.aDay; n += 1) await post(words, { record });
    const { status, headers, body } = await post(words, { record, now: 61 });
    expect([status, headers['retry-after']]).toEqual([429, String(24 * 60 * 60 - 30)]);
    expect(body.detail).toContain('2026-11-24T03:00:31.000Z');
  });

  it('never breaks the host, whatever the body is', async () => {
    const member = fc.constantFrom(
      'text',
      'who',
      'from',
      'to',
      'link',
      'kind',
      'key',
      'occurrence',
      'x',
      '__proto__',
    );
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.dictionary(member, fc.jsonValue()).map((each) => JSON.stringify(each)),
    );
    const record = exampleRecord();
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        expect([201, 400]).toContain((await post(text, { record })).status);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a withdrawal', () => {
  const withdraw = (body: unknown, record: RecordInMemory, more: Asked = {}) =>
    post(body, { record, path: '/edge/notes/1/withdraw', now: 40, ...more });

  it('is added to the words, with who and why, and repeats without effect', async () => {
    const record = exampleRecord();
    const { body: note } = await post(words, { record });
    const why = { reason: 'Wrong link', who: 'Bo' };
    const { status, body } = await withdraw(why, record);
    expect(status).toBe(200);
    expect(body).toEqual({ ...note, withdrawn: { ...why, at: time(40), verified: false } });
    expect(await withdraw(why, record, { now: 50 })).toMatchObject({ status: 200, body });
    expect(await withdraw({ ...why, who: 'Cy' }, record)).toMatchObject({ status: 409 });
    expect(await listed(record)).toEqual([body]);
  });

  it.each<[string, unknown, number, string | undefined]>([
    ['without a reason', { who: 'Bo' }, 400, 'reason'],
    ['without a name', { reason: 'x' }, 400, 'who'],
    ['with a text', { reason: 'x', who: 'Bo', text: 'y' }, 400, 'text'],
  ])('%s is refused', async (_what, body, status, parameter) => {
    const record = exampleRecord();
    await post(words, { record });
    expect(await withdraw(body, record)).toMatchObject({ status, body: { parameter } });
  });

  it.each([
    '/edge/notes/2/withdraw',
    '/edge/notes/x/withdraw',
    '/edge/notes/1/withdraw/x',
    '/other/notes/1/withdraw',
  ])('of nothing is 404: %s', async (path) => {
    const record = exampleRecord();
    await post(words, { record });
    expect((await withdraw({ reason: 'x', who: 'Bo' }, record, { path })).status).toBe(404);
  });
});

describe('the list of notes', () => {
  it('has those of a window and subject, newest first, page by page', async () => {
    const record = exampleRecord();
    for (const [from, to, subject] of [
      [2, 3, {}],
      [10, 40, api],
      [20, 20, { kind: 'deployment', key: 'edge' }],
      [20, 21, api],
    ] as const)
      await post({ ...words, from: time(from), to: time(to), ...subject }, { record });
    const ids = async (search: string) =>
      (await rows<Note>(`/edge/notes?${search}`, contextOf(record))).map(({ id }) => id);
    expect(await ids(`from=${time(0)}&to=${time(60)}`)).toEqual([4, 3, 2, 1]);
    expect(await ids(`from=${time(20)}&to=${time(21)}`)).toEqual([4, 3, 2]);
    expect(await ids(`from=${time(0)}&to=${time(60)}&kind=component&key=API`)).toEqual([4, 2]);
    expect(await ids(`from=${time(0)}&to=${time(60)}&kind=deployment`)).toEqual([3]);
    const { body } = await ask(`/edge/notes?from=${time(0)}&to=${time(60)}&limit=3`, contextOf(record));
    expect(await rows<Note>(`/edge/${body.more}`, contextOf(record))).toMatchObject([{ id: 1 }]);
  });

  it.each([
    ['key=API', 'key'],
    ['kind=bucket', 'kind'],
    ['before=x', 'before'],
    ['limit=0', 'limit'],
    ['page=2', 'page'],
  ])('refuses %s', async (search, parameter) => {
    const { status, body } = await ask(`/edge/notes?${search}`, contextOf(exampleRecord()));
    expect([status, body.parameter]).toEqual([400, parameter]);
  });

  it('may change for any time, so it is stored for a poll period only', async () => {
    const { headers } = await ask(`/edge/notes?from=${time(0)}&to=${time(2)}`, contextOf(exampleRecord()));
    expect(headers['cache-control']).toBe('public, max-age=2');
  });
});

describe('the note about a problem that lasts', () => {
  /** Returns the known notes of the component API, and of the deployment. */
  async function known(record: RecordInMemory) {
    const { body } = await ask('/edge/since', contextOf(record, begin + 41_000));
    const { data, verdict } = body as unknown as SinceResponse;
    return { api: data.find(({ key }) => key === 'API')?.known ?? null, verdict: verdict?.known ?? null };
  }

  it('is the newest one since the problem may have begun', async () => {
    const record = exampleRecord();
    await post({ ...words, ...api, from: time(1.5) }, { record });
    expect(await known(record)).toEqual({ api: null, verdict: null });
    await post({ ...words, ...api, from: time(2.5), link: 'https://tickets.test/1' }, { record });
    expect((await known(record)).api).toEqual({
      id: 2,
      at: time(31),
      who: 'Ada',
      text: 'The link is cut.',
      link: 'https://tickets.test/1',
    });
    await post({ ...words, ...api }, { record });
    expect((await known(record)).api?.id).toBe(3);
    await post({ reason: 'x', who: 'Bo' }, { record, path: '/edge/notes/3/withdraw' });
    expect((await known(record)).api?.id).toBe(2);
  });

  it('is gone once the state is good', async () => {
    const record = exampleRecord();
    await post({ ...words, ...api }, { record, deployment: { words: { down: 'ok' } } });
    expect((await known(record)).api?.id).toBe(1);
    const { body } = await ask('/edge/since', contextOf(record, begin + 41_000, { words: { down: 'ok' } }));
    expect(JSON.stringify(body)).not.toContain('"known"');
  });

  it('comes with the latest end of any note', async () => {
    const record = exampleRecord();
    const end = async () => {
      const { body } = await ask('/edge/since', contextOf(record));
      return (body as unknown as SinceResponse).notesUntil;
    };
    expect(await end()).toBeNull();
    await post({ ...words, from: time(2), to: time(25) }, { record });
    await post({ ...words, from: time(20) }, { record });
    expect(await end()).toBe(time(25));
  });

  it('is not that of another subject', async () => {
    const record = exampleRecord();
    await post(words, { record });
    await post({ ...words, kind: 'deployment', key: 'edge' }, { record });
    expect(await known(record)).toEqual({ api: null, verdict: null });
  });
});
