import { beforeAll, describe, expect, it } from 'vitest';
import { begin, dataFolder, gated, preparePassword } from '#testing/gated.ts';
import { appOf } from '#testing/host.ts';
import { addWallLink } from '../access/wall-links.ts';
import { type History, noHistory } from '../history/history.ts';
import type { NotePost } from '../history/notes/post-note.ts';

beforeAll(preparePassword);

/** A history that responds with what it was sent. */
const echo = {
  ...noHistory,
  ask: async () => ({ status: 200, headers: {}, body: new TextEncoder().encode('{}') }),
  post: async (post: NotePost) => ({
    status: 201,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify({ ...post, visible: [...post.visible] })),
  }),
} satisfies History;

const path = '/history/edge/notes';
const json = { 'content-type': 'application/json' };
const local = { address: '127.0.0.1', peer: '127.0.0.1', host: '127.0.0.1:4600', prefix: '', isSecure: false };

const onLoopback = appOf([], '', { history: echo, isOnLoopback: true });

function send(init: RequestInit = {}, from: Partial<typeof local> = {}, to = path, host = onLoopback) {
  const request = new Request(`http://127.0.0.1:4600${to}`, {
    method: 'POST',
    headers: json,
    body: '{}',
    ...init,
  });
  return host.fetch(request, { ...local, ...from });
}

describe('on loopback without access control', () => {
  it('a note from this machine is passed on', async () => {
    const response = await send({ headers: { ...json, 'idempotency-key': 'a' }, body: '{"text":"x"}' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      path: '/edge/notes',
      body: '{"text":"x"}',
      visible: [],
      name: null,
      requestKey: 'a',
    });
  });

  it.each<[string, Record<string, string>, Partial<typeof local>]>([
    ['another address', {}, { address: '192.0.2.7' }],
    ['an address that a proxy states', { 'x-forwarded-for': '192.0.2.7' }, {}],
    ['a proxy that states it elsewhere', { forwarded: 'for=192.0.2.7' }, {}],
    ['an address in X-Real-IP', { 'x-real-ip': '192.0.2.7' }, {}],
    ['a proxy that names itself', { via: '1.1 proxy' }, {}],
    ['a proxy that states the name', { 'x-forwarded-host': 'dash.example.com' }, {}],
    ['a proxy that passes on the name', {}, { host: 'dash.example.com' }],
    ['a page of a proxy', { origin: 'https://dash.example.com', 'sec-fetch-site': 'same-origin' }, {}],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, {}],
    ['a page of another port', { origin: 'http://127.0.0.1:8080' }, {}],
    ['a page without origin', { origin: 'null' }, {}],
  ])('a note from %s is refused', async (_from, headers, from) => {
    const response = await send({ headers: { ...json, ...headers } }, from);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ title: 'Refused' });
  });

  it.each<[string, Record<string, string>, Partial<typeof local>]>([
    ['the page of this host', { origin: 'http://127.0.0.1:4600', 'sec-fetch-site': 'same-origin' }, {}],
    ['an old browser', { origin: 'http://localhost:4600' }, { host: 'localhost:4600' }],
    ['a proxy for this machine', { 'x-forwarded-for': '127.0.0.1' }, {}],
    ['IPv6', { origin: 'http://[::1]:4600' }, { address: '::1', host: '[::1]:4600' }],
  ])('a note from %s is passed on', async (_from, headers, from) => {
    expect((await send({ headers: { ...json, ...headers } }, from)).status).toBe(201);
  });

  it('other forms of a request are refused', async () => {
    const statusOf = async (init: RequestInit) => (await send(init)).status;
    expect(await statusOf({ headers: { 'content-type': 'text/plain' } })).toBe(415);
    expect(await statusOf({ headers: { 'content-type': 'application/x-www-form-urlencoded' } })).toBe(415);
    expect(await statusOf({ body: 'x'.repeat(64 * 1024 + 1) })).toBe(413);
    expect(await statusOf({ body: new Uint8Array([0x22, 0xff, 0x22]) })).toBe(400);
    for (const key of ['""', '', 'a b', `"${'a'.repeat(101)}"`, '"a', 'ä'])
      expect(await statusOf({ headers: { ...json, 'idempotency-key': key } }), key).toBe(400);
  });

  it('a body that breaks off is refused', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('The connection was closed.')),
    });
    // Undici requires `duplex`, which the types of the DOM do not have.
    const response = await send(Object.assign({ body }, { duplex: 'half' }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ detail: 'The body breaks off.' });
  });

  it.each(['8e03978e-40d5-43dd-bc93-6894a57f9324', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])(
    'the Idempotency-Key is passed on: %s',
    async (key) => {
      const response = await send({ headers: { ...json, 'idempotency-key': key } });
      expect(await response.json()).toMatchObject({ requestKey: '8e03978e-40d5-43dd-bc93-6894a57f9324' });
    },
  );

  it.each<[string, string, number, string | null]>([
    ['GET', path, 200, null],
    ['HEAD', path, 200, null],
    ['PUT', path, 405, 'GET, HEAD, POST'],
    ['OPTIONS', path, 405, 'GET, HEAD, POST'],
    ['GET', `${path}/1/withdraw`, 405, 'POST'],
    ['DELETE', `${path}/1/withdraw`, 405, 'POST'],
    ['POST', `${path}/1/withdraw`, 201, null],
    ['POST', `${path}/1`, 405, 'GET, HEAD'],
    ['POST', '/history/edge/changes', 405, 'GET, HEAD'],
    ['POST', '/history', 405, 'GET, HEAD'],
    ['POST', '/history/edge/notes/', 201, null],
  ])('%s %s is %i', async (method, to, status, allow) => {
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: '{}' };
    const request = new Request(`http://127.0.0.1:4600${to}`, { method, headers: json, ...body });
    const response = await onLoopback.fetch(request, local);
    expect([response.status, response.headers.get('allow')]).toEqual([status, allow]);
  });

  it('the configuration of pages says that notes can be written', async () => {
    const configOf = async (host: typeof onLoopback): Promise<unknown> =>
      (await host.fetch(new Request('http://127.0.0.1:4600/config.json'), local)).json();
    expect(await configOf(onLoopback)).toMatchObject({ notes: true });
    expect(await configOf(appOf([], '', { history: echo }))).not.toHaveProperty('notes');
  });
});

it('a host that is open to a network takes no notes', async () => {
  const response = await send({}, {}, path, appOf([], '', { history: echo }));
  expect(response.status).toBe(403);
});

describe('with access control', () => {
  const authenticator = { address: '192.0.2.7', peer: '10.0.0.5' };
  const post = (headers: Record<string, string>) => ({
    method: 'POST',
    headers: { ...json, ...headers },
    body: '{}',
  });

  it('a note needs a log-in', async () => {
    const { ask, logIn } = gated({ history: echo });
    expect((await ask(path, post({}))).status).toBe(401);
    const response = await ask(path, post({ cookie: await logIn() }));
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toMatch(/^private/);
    expect(await response.json()).toMatchObject({ name: null, visible: ['open'] });
  });

  it.each([
    ['ada', 'ada'],
    [Buffer.from('Ada 木').toString('latin1'), 'Ada 木'],
    ['J\u00fcrgen', 'J\u00fcrgen'],
    [` ${'a'.repeat(300)} `, 'a'.repeat(100)],
  ])('has the name that the proxy states: %s', async (user, name) => {
    const { ask } = gated({ proxy: true, history: echo });
    const response = await ask(path, post({ 'x-user': user, 'x-groups': 'team' }), authenticator);
    expect(await response.json()).toMatchObject({ name, visible: ['vault', 'open'] });
  });

  it('a page of another site writes nothing', async () => {
    const { ask, logIn } = gated({ history: echo });
    const cookie = await logIn();
    for (const headers of [{ 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.test' }])
      expect((await ask(path, post({ cookie, ...headers }))).status).toBe(403);
    expect((await ask(path, post({ cookie, origin: 'http://dash.test' }))).status).toBe(201);
  });

  it('a wall link writes nothing', async () => {
    const folder = dataFolder();
    const key = addWallLink(folder, 'lobby', [], new Date(begin));
    const { ask } = gated({ folder, history: echo });
    const cookie = (await ask(`/wall?key=${key}`)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const response = await ask(path, post({ cookie }));
    expect(response.status).toBe(403);
    expect(await (await ask('/config.json', { headers: { cookie } })).json()).not.toHaveProperty('notes');
  });
});
