import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answering, problemOf, proxyTo } from '#testing/upstream.ts';
import { takeSecret } from '../net/secrets.ts';

const list = '{"object":"list","data":[],"pagination":{"limit":100,"count":0,"has_more":false}}';
const path = '/api/v2/buckets';

function secretFile(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'token');
  const write = (next: string) => writeFileSync(file, next);
  write(text);
  return { write, remove: () => rmSync(file), secret: takeSecret({ file }, { variables: {}, folder }) };
}

const plain = (text: string) => takeSecret(text, { variables: {}, folder: '.' });

test("H9: a service gets only the host's own headers and the configured ones", async () => {
  const upstream = await answering((outgoing) => outgoing.writeHead(200).end(list));
  const headers = {
    Authorization: plain('Bearer canary'),
    'X-Key': plain('canary'),
    'User-Agent': plain('mine'),
  };
  await proxyTo(upstream, { headers })(path, { headers: { cookie: 'a=b', 'x-key': 'theirs' } });
  expect(upstream.requests[0]?.headers).toEqual({
    host: expect.any(String),
    connection: 'keep-alive',
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
    authorization: 'Bearer canary',
    'x-key': 'canary',
    'user-agent': 'mine',
  });
});

test('a changed secret is read after a 401, and the viewer does not notice', async () => {
  const { secret, write } = secretFile('canary-old');
  let expected = 'canary-old';
  const upstream = await answering((outgoing) =>
    outgoing.writeHead(outgoing.req.headers['x-key'] === expected ? 200 : 401).end(list),
  );
  const ask = proxyTo(upstream, { headers: { 'X-Key': secret } });
  expect((await ask(path)).status).toBe(200);
  write('canary-new');
  expected = 'canary-new';
  expect((await ask(path)).status).toBe(200);
  expect(upstream.requests.map(({ headers }) => headers['x-key'])).toEqual([
    'canary-old',
    'canary-old',
    'canary-new',
  ]);
});

test('H10: a refusal with an unchanged secret is not retried, and shown without the secret', async () => {
  const lines: string[] = [];
  const { secret, write, remove } = secretFile('canary-secret');
  const upstream = await answering((outgoing) =>
    outgoing.writeHead(401, { 'retry-after': 'canary-secret' }).end('canary-secret'),
  );
  const ask = proxyTo(upstream, { headers: { 'X-Key': secret }, report: (line) => lines.push(line) });
  const response = await ask(path);
  expect(JSON.stringify([...response.headers])).not.toContain('canary');
  expect(await problemOf(response)).toEqual({
    type: 'about:blank',
    status: 401,
    title: 'HTTP 401: the service does not accept our credential',
    detail: 'it gave no usable response for /api/v2/buckets.',
    instance: expect.stringMatching(/^urn:uuid:/),
    kind: 'refused',
    reason: 'credential-refused',
  });
  expect(upstream.requests).toHaveLength(1);
  write('two\nlines of canary');
  await ask(path);
  remove();
  await ask(path);
  await ask(path);
  expect(upstream.requests.map(({ headers }) => headers['x-key'])).toEqual(Array(4).fill('canary-secret'));
  expect(lines).toEqual([
    expect.stringMatching(/^it: failure [\w-]+: \/api\/v2\/buckets: refused: HTTP 401/),
    'it: header x-key: it must be one line of ASCII characters; the previous value stays in use.',
    expect.stringMatching(/^it: header x-key: the file .* cannot be read \(ENOENT\); the previous value/),
  ]);
});

test('a secret that the service sends back is masked for viewers', async () => {
  const upstream = await answering((outgoing) =>
    outgoing
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>${String(outgoing.req.headers['x-key'])}</title>`),
  );
  const response = await proxyTo(upstream, { headers: { 'X-Key': plain('canary-secret') } })(path);
  expect(await problemOf(response)).toMatchObject({ detail: expect.stringContaining('[secret]') });
});
