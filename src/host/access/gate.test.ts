import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { begin, cookieOf, dataFolder, day, gated, minute, preparePassword, right } from '#testing/gated.ts';
import { builtFiles } from '#testing/host.ts';
import { leastCost } from '../configuration/password-line.ts';
import { prepareShell } from '../routes/shell.ts';
import { logInPage, refusalPage } from './access-page.ts';
import { openAccessState } from './access-state.ts';
import { cleanNext } from './next-page.ts';
import { passwordLine } from './password.ts';
import { sessionMilliseconds } from './signing-keys.ts';

beforeAll(preparePassword);

describe('an unauthenticated viewer', () => {
  it.each<[string, number]>([
    ['/', 303],
    ['/open', 303],
    ['/vault/nodes', 303],
    ['/no-such', 303],
    ['/wall', 303],
    ['/api/v2/status', 401],
    ['/deployments/open/api/v2/status', 401],
    ['/deployments/no-such/api/v2/status', 401],
    ['/config.json', 401],
    ['/config/webhook.json', 401],
    ['/openapi.json', 401],
    ['/history/spans', 401],
    ['/metrics', 401],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/login', 200],
    ['/assets/main-1.js', 200],
    ['/assets/no-such.js', 404],
  ])('gets for %s a %i that names no deployment', async (path, status) => {
    const { ask } = gated();
    const response = await ask(path);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).not.toMatch(/vault|Name of|"deployments"/);
    if (status === 401) expect(JSON.parse(text)).toMatchObject({ kind: 'refused', reason: 'session-ended' });
  });

  it('is redirected to the log-in page, and back only to a page of this host', async () => {
    const { ask, guess } = gated({ basePath: '/ops' });
    const sent = await ask('/ops/open/nodes?region=osl1');
    expect(sent.headers.get('location')).toBe('/ops/login?next=%2Fopen%2Fnodes%3Fregion%3Dosl1');
    const html = await (await ask('/ops/login?next=%2Fopen%2Fnodes%3Fregion%3Dosl1')).text();
    expect(html).toContain('name="next" value="/open/nodes?region=osl1"');
    expect(html).toContain('action="/ops/login"');
    const back = await guess(right, {}, {}, '/open/nodes?region=osl1');
    expect([back.status, back.headers.get('location')]).toEqual([303, '/ops/open/nodes?region=osl1']);
  });

  it.each([
    '//evil.test',
    'https://evil.test',
    '/\\evil.test',
    '/%2e%2e/x',
    '/open\n',
    '/login',
    '/open#x',
    '',
  ])('is not redirected elsewhere (%j)', async (next) => {
    const { guess } = gated();
    expect((await guess(right, {}, {}, next)).headers.get('location')).toBe('/');
  });

  it.each([
    ['/open?key=SECRET&region=osl1', '/login?next=%2Fopen%3Fregion%3Dosl1'],
    ['/open/nodes?%6bey=SECRET', '/login?next=%2Fopen%2Fnodes'],
    ['/open?a=%20b&key=SECRET&c', '/login?next=%2Fopen%3Fa%3D%2520b%26c'],
  ])('is redirected to the log-in page without the key of a wall link (%s)', async (path, location) => {
    const { ask } = gated();
    expect((await ask(path)).headers.get('location')).toBe(location);
    const page = await ask(`/login?next=${encodeURIComponent(path)}`);
    expect(await page.text()).not.toContain('SECRET');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('may not %s any other address', async (method) => {
    const { ask } = gated();
    for (const path of ['/', '/vault', '/no-such', '/deployments/vault/api/v2/status', '/config.json']) {
      const response = await ask(path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    expect((await ask('/login', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST');
    expect((await ask('/logout')).headers.get('allow')).toBe('POST');
  });

  it('gets no log-in page if a proxy authenticates', async () => {
    const { ask } = gated({ password: null, proxy: true });
    const response = await ask('/open');
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('<form');
    expect(response.headers.get('content-security-policy')).toContain("form-action 'none'");
    expect((await ask('/login')).status).toBe(401);
    expect((await ask('/login', { method: 'POST', body: 'password=x' })).status).toBe(405);
  });

  it.each(['', 'key=', 'key=not-a-key', `key=${'x'.repeat(5000)}`])(
    'with a dead wall link gets a page without a form (?%s)',
    async (search) => {
      const { ask } = gated();
      const response = await ask(`/wall?${search}`, { headers: { cookie: 'edgewatch-wall=revoked' } });
      const html = await response.text();
      expect([response.status, html.includes('Wall link not valid'), html.includes('<form')]).toEqual([
        401,
        true,
        false,
      ]);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy.split('; ').filter((rule) => rule.startsWith('form-action'))).toEqual([
        "form-action 'none'",
      ]);
    },
  );

  it('reads metrics only with the metrics token', async () => {
    const { ask } = gated({ metricsToken: 'a-token-of-24-characters' });
    expect((await ask('/metrics')).status).toBe(401);
    const headers = { authorization: 'Bearer a-token-of-24-characters' };
    expect(await (await ask('/metrics', { headers })).text()).toBe('vault\nopen');
  });
});

describe('a log-in', () => {
  it('sets a cookie that scripts cannot read', async () => {
    const { guess, seen } = gated();
    const response = await guess(right);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^edgewatch-session=[\w.-]{80,}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await seen('/open', cookieOf(response))).toBe(200);
    expect(await seen('/config.json', cookieOf(response))).toBe(200);
  });

  it('sets the cookie for the base path that the browser sees, and Secure over https', async () => {
    const { guess } = gated({ basePath: '/ops' });
    const response = await guess(right, {}, { prefix: '/outer', isSecure: true });
    expect(response.headers.getSetCookie()[0]).toMatch(/; Path=\/outer\/ops; .*; Secure$/);
    expect(response.headers.get('location')).toBe('/outer/ops/');
  });

  it('begins a new session each time', async () => {
    const { guess, logIn, seen } = gated();
    const planted = await logIn();
    const own = cookieOf(await guess(right, { headers: { cookie: planted } }));
    expect(own).not.toBe(planted);
    expect(await seen('/open', planted)).toBe(303);
    expect(await seen('/open', own)).toBe(200);
    const made = 'edgewatch-session=AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.mhx0000.'.padEnd(100, 'A');
    expect(cookieOf(await guess(right, { headers: { cookie: made } }))).not.toBe(made);
    expect(await seen('/open', made)).toBe(303);
  });

  it('lasts exactly a week, and a changed token is not valid', async () => {
    const { logIn, seen, clock } = gated();
    const cookie = await logIn();
    const [head = '', id = '', started = '', mark = ''] = cookie.split('.');
    const later = (Number.parseInt(started, 36) + day).toString(36);
    for (const forged of [
      [head, id, later, mark].join('.'),
      [head, `${id.slice(0, -1)}${id.endsWith('A') ? 'Q' : 'A'}`, started, mark].join('.'),
      [head, id, started, `${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`].join('.'),
      [head, id, started, ''].join('.'),
    ])
      expect(await seen('/open', forged)).toBe(303);
    clock.now += sessionMilliseconds - 1;
    expect(await seen('/open', cookie)).toBe(200);
    clock.now += 1;
    expect(await seen('/open', cookie)).toBe(303);
  });

  it('ends with log-out, also for copies of the token and after a restart', async () => {
    const folder = dataFolder();
    const { ask, logIn, seen } = gated({ folder });
    const [cookie, other] = [await logIn(), await logIn()];
    const out = await ask('/logout', { method: 'POST', headers: { cookie } });
    expect([out.status, out.headers.get('location')]).toEqual([303, '/login']);
    expect(out.headers.getSetCookie()[0]).toMatch(/^edgewatch-session=; Path=\/; Max-Age=0;/);
    expect(await seen('/api/v2/status', cookie)).toBe(401);
    const restarted = gated({ folder });
    expect(await restarted.seen('/api/v2/status', cookie)).toBe(401);
    expect(await restarted.seen('/api/v2/status', other)).toBe(200);
  });

  it('survives a restart and a new key, and ends with another password or without its folder', async () => {
    const folder = dataFolder();
    const first = gated({ folder });
    await first.logIn();
    first.clock.now += 6 * day;
    const early = await first.logIn();
    const second = gated({ folder });
    // The first key no longer signs, but still checks the sessions that it has signed.
    second.clock.now = begin + 6 * day + sessionMilliseconds - 1;
    const late = await second.logIn();
    expect(late.split('.')[0]).not.toBe(early.split('.')[0]);
    expect(await second.seen('/open', early)).toBe(200);
    expect(await second.seen('/open', late)).toBe(200);
    const changed = gated({ folder, password: await passwordLine(right, leastCost) });
    changed.clock.now = second.clock.now;
    expect(await changed.seen('/open', late)).toBe(303);
    expect(await gated({ folder: dataFolder() }).seen('/open', early)).toBe(303);
  });

  it.each<[string, Record<string, string>, number]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sister of the site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another origin', { origin: 'https://evil.test' }, 403],
    ['an origin that is none', { origin: 'null' }, 403],
    ['its own page', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    ['its own page over plain http', { origin: 'http://dash.test' }, 303],
    ['another port of this host', { origin: 'http://dash.test:8080' }, 403],
    ['no browser', {}, 303],
  ])('is accepted from %s, or not', async (_from, headers, status) => {
    const { ask, guess, logIn, seen } = gated();
    const response = await guess(right, { headers });
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toHaveLength(status === 303 ? 1 : 0);
    const cookie = await logIn();
    await ask('/logout', { method: 'POST', headers: { ...headers, cookie } });
    expect(await seen('/open', cookie)).toBe(status === 403 ? 200 : 303);
  });

  it('accepts a form of its own page by the name that the client used', async () => {
    const { guess } = gated();
    const headers = { origin: 'http://Dash.example.com:8080' };
    expect((await guess(right, { headers }, { host: 'dash.example.com:8080' })).status).toBe(303);
    expect((await guess(right, { headers }, { host: 'dash.example.com' })).status).toBe(403);
  });

  it.each<[string, Record<string, string>, readonly string[]]>([
    [
      'another host',
      { origin: 'http://dash.example.com:8080' },
      ['http://dash.example.com:8080', 'dash.test', '$http_host', 'hostNames', 'trustedProxies'],
    ],
    ['no origin', { origin: 'null' }, ['Referrer-Policy: no-referrer']],
    ['another site', { 'sec-fetch-site': 'cross-site' }, ['another site']],
  ])(
    'refused for %s shows a browser what to change, and a script a problem document',
    async (_why, from, words) => {
      const { ask, guess } = gated();
      const headers = { ...from, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      for (const page of [await guess(right, { headers }), await ask('/logout', { method: 'POST', headers })]) {
        expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
        const html = await page.text();
        for (const word of words) expect(html).toContain(word);
        expect(html).toContain('href="/login"');
        expect(page.headers.get('content-security-policy')).toContain("form-action 'none'");
      }
      const script = await guess(right, { headers: from });
      expect([script.status, script.headers.get('content-type')]).toEqual([403, 'application/problem+json']);
    },
  );

  it('refused escapes everything that was sent', async () => {
    const { guess } = gated();
    const headers = { origin: 'http://a.test', accept: 'text/html' };
    const html = await (await guess(right, { headers }, { host: '"><script>x</script>' })).text();
    expect(html).not.toContain('<script>x');
  });

  it('allows ten wrong guesses per address and quarter of an hour', async () => {
    const { ask, guess, clock } = gated();
    for (let left = 9; left >= 0; left -= 1) {
      const response = await guess('wrong');
      expect(response.status).toBe(401);
      expect(await response.text()).toContain(left === 0 ? 'No more tries' : `${left} more tr`);
    }
    clock.now += 14 * minute;
    const blocked = await guess(right);
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await blocked.text()).toContain('Next try from this address at 12:15 UTC.');
    expect(await (await ask('/login')).text()).toMatch(/<button disabled>/);
    expect((await guess(right, {}, { address: '192.0.2.8' })).status).toBe(303);
    clock.now += minute;
    expect((await guess(right)).status).toBe(303);
  }, 20_000);

  it('counts simultaneous guesses, and an IPv6 network as one address', async () => {
    const { guess } = gated();
    const responses = await Promise.all(
      Array.from({ length: 15 }, (_, index) => guess('wrong', {}, { address: `2001:db8::${index + 1}` })),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await guess(right, {}, { address: '2001:db8:0:1::1' })).status).toBe(303);
  }, 20_000);

  it('asks to retry if too many guesses wait', async () => {
    const { guess } = gated();
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => guess(right, {}, { address: `192.0.2.${index}` })),
    );
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy).toHaveLength(3);
    expect(busy[0]?.headers.get('retry-after')).toBe('2');
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(22);
  }, 20_000);

  it('accepts a short form only', async () => {
    const { guess } = gated();
    expect((await guess('', { body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(415);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const long = `password=${'x'.repeat(9_000)}`;
    expect((await guess('', { body: long, headers: type })).status).toBe(413);
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let index = 0; index < 10; index += 1) controller.enqueue(new Uint8Array(1_000));
        controller.close();
      },
    });
    const streamed = { body: pieces, headers: type, duplex: 'half' };
    expect((await guess('', streamed)).status).toBe(413);
  });

  it('survives any input, and no input gives access', async () => {
    const { ask } = gated({
      state: { ...openAccessState(null, () => undefined), passwords: { isRight: async () => false } },
    });
    const header = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, 'x'));
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 300 }),
        header,
        header,
        fc.nat(),
        async (body, cookie, next, n) => {
          const headers = {
            'content-type': 'application/x-www-form-urlencoded',
            cookie: `edgewatch-session=${cookie}; edgewatch-wall=${cookie}`,
          };
          const from = { address: `10.${n % 250}.${(n >> 8) % 250}.${(n >> 16) % 250}` };
          const posted = await ask('/login', { method: 'POST', headers, body: `${body}&next=${next}` }, from);
          expect([401, 429]).toContain(posted.status);
          expect(posted.headers.getSetCookie()).toEqual([]);
          expect((await ask(`/login?next=${encodeURIComponent(next)}`, { headers }, from)).status).toBeLessThan(
            500,
          );
          expect((await ask('/api/v2/status', { headers }, from)).status).toBe(401);
          expect((await ask(`/wall?key=${encodeURIComponent(cookie)}`, { headers }, from)).status).toBe(401);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('leads back only to pages of this host, for any address', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (text) => {
          const next = cleanNext(text);
          const url = new URL(next, 'http://dash.test');
          expect(url.origin).toBe('http://dash.test');
          // The address leads to no other page than the given one.
          const [path = ''] = next.split('?', 1);
          expect(url.pathname.split('/')).toHaveLength(path.split('/').length);
        },
      ),
    );
  });
});

test('pages before log-in show the notice for old browsers', async () => {
  const notice = '<p id="too-old">This browser is too old.</p>';
  const html = `<!doctype html><html lang="en"><head></head><body>${notice}<div id="root"></div></body></html>`;
  const around = { shell: prepareShell(html, '', builtFiles), base: '', files: builtFiles, theme: null };
  const ways = { hasPassword: true, provider: null };
  for (const page of [logInPage(around, ways, '/', null), refusalPage(around, 'wall-link')])
    expect(await page.text()).toContain(`<body>${notice}`);
});
